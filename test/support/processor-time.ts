/** What the work costs this process in milliseconds of the processor: a busy machine makes it late, and not dearer. */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
