print("bridge-contract")
