# Everything a newcomer needs is one of these words; the work is done by the scripts in .ci.
# Written for GNU make 3.81, which macOS has.

# What `make validate` judges.
CONTRACT ?= Contracts/sync.bridge.json
LOG ?= Fixtures/logs/sync.bad.jsonl
TOOL = .build/debug/bridge-contract

.PHONY: help parity validate release test sample-app engine-host engine-test lint fmt bench engines faults locator-bench injector-bench release-guard docs spark-test sanitize

help:
	@echo 'make validate   build the tool and judge a shipped log (it has findings)'
	@echo 'make release    build the tool optimised, for large logs: .build/release/bridge-contract'
	@echo 'make test       run all tests'
	@echo 'make sample-app test Fixtures/SampleApp as a user would, a hundred times over'
	@echo 'make engine-host  build the host of the real engine (Linux), with what it needs'
	@echo 'make engine-test  run the tests that need the real engine'
	@echo 'make parity     the same scenarios on the headless and the real engine, compared'
	@echo 'make lint       formatting and style, strict'
	@echo 'make fmt        format the sources'
	@echo 'make spark-test a log on a local Spark cluster against one plain run'
	@echo 'make bench      measure, in release, beside other tools where ../shared is present'
	@echo 'make sanitize   the quick way over random logs with the sanitizers'
	@echo 'make engines    100,000 generated calls in node and JavaScriptCore, about two minutes'
	@echo 'make faults     explore every public fault in up to ten thousand orders, in release'
	@echo 'make locator-bench what the locator script costs, on the real engine'
	@echo 'make injector-bench what naming elements costs beside a bare walk by Mirror'
	@echo 'make release-guard  nothing of the locators in a release build of an app'
	@echo 'make docs       documentation into .build/docs'

# Exit status 1 means findings, which the shipped log is there to show; all others are failures.
validate: export BRIDGE_CONTRACT_COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)
validate:
	@.ci/json-c
	swift build --product bridge-contract
	@echo '$(TOOL) validate --contract $(CONTRACT) $(LOG)'
	@$(TOOL) validate --contract $(CONTRACT) $(LOG) || [ $$? -eq 1 ]

# Ten times as fast on a large log, and some minutes more to build. What both print is compared.
release: export BRIDGE_CONTRACT_COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)
release:
	@.ci/json-c
	@.ci/release-tool '$(CONTRACT)' '$(LOG)'

test:
	@.ci/json-c
	@.ci/test

# Needs no json-c.
sample-app:
	@.ci/sample-app

SOURCES = Sources Tests Package.swift $(addprefix Fixtures/SampleApp/,Package.swift Sources Tests)
engine-host:
	@.ci/engine-host

engine-test: engine-host
	@.ci/json-c
	@BRIDGE_ENGINE_REQUIRED=1 .ci/test \
	  --filter 'BridgeEngineTests|LocatorsAuditTests|RealEngineTests|WebViewTests|FixtureFaultTests|Engine(Record|Run|Robustness)Tests'

# COUNT=2000 SEED=7 SECONDS=600: how many random scenarios, from which seed, for how long at most. The
# shipped contracts, the faults and the ledger are played before them. Optimised: for hard scenarios a
# hundred thousand orders are looked at.
parity: export PARITY_COUNT := $(or $(COUNT),$(PARITY_COUNT),2000)
parity: export PARITY_SEED := $(or $(SEED),$(PARITY_SEED),1)
parity: export PARITY_SECONDS := $(or $(SECONDS),$(PARITY_SECONDS),1000000)
parity: engine-host
	@.ci/json-c
	@BRIDGE_ENGINE_REQUIRED=1 BRIDGE_TESTS=BridgeEngineTests .ci/test --scratch-path .build/parity \
	  -Xswiftc -O --test-product bridge-contractPackageTests --filter ParityTests

# Java 17 and Python 3; pyspark comes from PyPI into .build.
spark-test:
	@.ci/json-c
	swift build -c release --product bridge-contract
	@.ci/spark-test

lint:
	swift format lint --strict --recursive $(SOURCES)

fmt:
	swift format --in-place --recursive $(SOURCES)

bench:
	@.ci/json-c
	swift build -c release --product bridge-bench
	swift build -c release --product bridge-contract
	@.ci/bench

# Address and thread sanitizer over the quick way; some minutes of building.
sanitize:
	@.ci/json-c
	@.ci/sanitize

# VALUES=2000 for a short look, SEED=7 for other values. Fails where an engine is missing.
VALUES ?= 100000
engines: export BRIDGE_SCRIPT_VALUES = $(VALUES)
engines: export BRIDGE_SCRIPT_SEED = $(or $(SEED),20261130)
engines: export CI = true
engines:
	@.ci/test --filter BridgeScriptTests.EngineTests

faults:
	@.ci/json-c
	swift build -c release --product bridge-bench
	@.build/release/bridge-bench faults Fixtures/faults/*.bridge.json --runs 1

locator-bench: engine-host
	@.ci/json-c
	swift build -c release --product bridge-contract
	@.ci/locator-bench

injector-bench:
	@.ci/injector-bench

release-guard:
	@.ci/release-guard

docs:
	@.ci/docs
