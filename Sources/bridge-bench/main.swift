print("bridge-bench")
