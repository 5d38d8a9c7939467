/** Returns the heap size after a garbage collection, so the bench needs `--expose-gc`. */
export function heapMb(): number {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc.')
  globalThis.gc()
  return process.memoryUsage().heapUsed / 1_048_576
}
