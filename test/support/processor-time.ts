/** Processor time of the work in milliseconds, because a busy machine delays the work. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
