// Finds stored files that nothing in the database knows of: what a process left that died between storing a file and
// committing its row. Looks at young files only, since an older one was looked at before, and never at one that may still get
// its row.
import { firstIdOf } from '../../values/ids.ts'
import type { ListedFile, Storage } from './storage.ts'

/** As many as a bucket lists at once. */
const filesPerPage = 1000
const graceMs = 48 * 3_600_000
const youngMs = 30 * 86_400_000

/**
 * Keys below `folder` begin with a UUIDv7, so they are in the order of time. `listUnknown` answers which of these keys nothing
 * refers to. Answers how many files it removed.
 */
export async function removeOrphans(
  storage: Storage,
  folder: string,
  at: { now: Date; stopping: AbortSignal },
  listUnknown: (keys: string[]) => Promise<readonly string[]>,
): Promise<number> {
  const now = at.now.getTime()
  // Both its id and the file have to be old: a photo of an import is fetched long after it got its id, and a service may live by
  // another clock than its files.
  const isOld = ({ key, modifiedAt }: ListedFile) =>
    key < `${folder}/${firstIdOf(now - graceMs)}` && modifiedAt.getTime() < now - graceMs
  let after = `${folder}/${firstIdOf(now - youngMs)}`
  let removed = 0
  while (!at.stopping.aborted) {
    const files = await storage.list(`${folder}/`, { after, limit: filesPerPage })
    const settled = files.filter(isOld).map(({ key }) => key)
    for (const key of settled.length > 0 ? await listUnknown(settled) : []) {
      await storage.remove(key)
      removed++
    }
    const last = files.at(-1)
    if (!last || files.length < filesPerPage) break
    after = last.key
  }
  return removed
}
