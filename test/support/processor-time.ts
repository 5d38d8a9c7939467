/**
 * Processor time of the work in this process, in milliseconds. A busy machine delays the work without making it costlier.
 */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
