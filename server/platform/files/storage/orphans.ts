// Checks young files only, because older ones were checked before. Skips files that may still get their row.
import { computeFirstId } from '../../values/ids.ts'
import type { ListedFile, Storage } from './storage.ts'

const filesPerPage = 1000
const graceMs = 48 * 3_600_000
const youngMs = 30 * 86_400_000

/** Keys below `folder` start with a UUIDv7, so they sort by time. `listUnknown` returns keys without a row. */
export async function removeOrphans(
  storage: Storage,
  folder: string,
  at: { now: Date; stopping: AbortSignal },
  listUnknown: (keys: string[]) => Promise<readonly string[]>,
): Promise<number> {
  const now = at.now.getTime()
  // Both the id and the file must be old: an import's photo is fetched long after it got its id, and a service's clock may
  // differ from its files'.
  const isOld = ({ key, modifiedAt }: ListedFile) =>
    key < `${folder}/${computeFirstId(now - graceMs)}` && modifiedAt.getTime() < now - graceMs
  let after = `${folder}/${computeFirstId(now - youngMs)}`
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
