/** Returns the processor time of the work in milliseconds. Unlike elapsed time, it is the same on a busy machine. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
