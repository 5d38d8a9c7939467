/** Returns the processor time of the work in milliseconds, which a busy machine does not change. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
