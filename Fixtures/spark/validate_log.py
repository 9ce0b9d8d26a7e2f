#!/usr/bin/env python3
"""Judges a log by bridge-contract on Apache Spark: one process of the tool for each partition.

usage: validate_log.py --tool PATH --contract FILE [--partitions 16] [--master URL] LOG... > SUMMARY

Every session stays whole and in its order: lines are keyed by their session, spread over the
partitions by that key, and sorted by where they stood. Lines that name no session stay together.
Each partition is piped through `bridge-contract validate - --summary`; what comes out is added up by
`bridge-contract merge`, and is byte for byte what one run over the whole log prints.

On a cluster ship the static binary and the contract with the job:

    spark-submit --files bridge-contract,app.bridge.json validate_log.py \\
        --tool ./bridge-contract --contract ./app.bridge.json s3a://bucket/logs/*.jsonl
"""
import argparse
import json
import subprocess
import sys
import time


def session_of(line):
    """The session of a line as text, or "" where it has none or is no JSON."""
    try:
        record = json.loads(line)
    except ValueError:
        return ""
    if not isinstance(record, dict) or record.get("session") is None:
        return ""
    session = record["session"]
    if isinstance(session, float) and session.is_integer():
        session = int(session)  # 1 and 1.0 are one session
    return json.dumps(session, sort_keys=True)


def judge(tool, contract):
    """A function that pipes the lines of one partition through the tool."""

    def run(index, lines):
        started = time.perf_counter()
        text = b"".join(line.encode("utf-8", "surrogatepass") + b"\n" for line in lines)
        done = subprocess.run(
            [tool, "validate", "-", "--summary", "--isolated", "--fail-on", "never",
             "--max-sessions", "1000000", "--contract", contract],
            input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # 3: this part holds no message. Anything else but 0 is a failure of the job.
        if done.returncode not in (0, 3):
            raise RuntimeError(done.stderr.decode("utf-8", "replace"))
        cost = time.perf_counter() - started
        return [(index, len(text), cost, done.stdout.decode("utf-8"))]

    return run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--contract", required=True)
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--master")
    parser.add_argument("logs", nargs="+")
    options = parser.parse_args()

    from pyspark import SparkConf, SparkContext

    conf = SparkConf().setAppName("bridge-contract")
    if options.master:
        conf = conf.setMaster(options.master)
    context = SparkContext(conf=conf)
    context.setLogLevel("ERROR")
    lines = context.textFile(",".join(options.logs), minPartitions=options.partitions)
    keyed = lines.zipWithIndex().map(lambda pair: (session_of(pair[0]), (pair[1], pair[0])))
    spread = keyed.partitionBy(options.partitions).mapPartitions(
        lambda part: (line for _, line in sorted(value for _, value in part)))
    parts = spread.mapPartitionsWithIndex(judge(options.tool, options.contract)).collect()
    context.stop()

    for index, size, cost, _ in sorted(parts):
        print(f"partition {index}: {size / 1e6:.1f} MB, {cost:.3f} s", file=sys.stderr)
    merged = subprocess.run(
        [options.tool, "merge", "--fail-on", "never", "-"],
        input="".join(text for *_, text in sorted(parts)).encode(), stdout=subprocess.PIPE)
    sys.stdout.buffer.write(merged.stdout)
    sys.exit(merged.returncode if merged.returncode == 2 else 0)


if __name__ == "__main__":
    main()
