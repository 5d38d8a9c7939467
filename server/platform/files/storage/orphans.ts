// Checks only recent files, because earlier runs checked the older ones. Skips files whose row may still be written.
import { computeFirstId } from '../../values/ids.ts'
import type { ListedFile, Storage } from './storage.ts'

const filesPerPage = 1000
const graceMs = 48 * 3_600_000
const youngMs = 30 * 86_400_000

const dayMs = 86_400_000

/**
 * Returns the time of the next search in a store. A call that wrote nothing can leave a file without a row. So an
 * unchanged store is searched too, before such a file is too old for the search. The days are spread, so that no night
 * searches all stores.
 */
export const nextOrphanSearch = (now: Date, isChanged: boolean): Date =>
  new Date(now.getTime() + (isChanged ? 3 : 10 + 14 * Math.random()) * dayMs)

/** Keys below `folder` start with a UUIDv7, so they sort by time. `listUnknown` returns keys without a row. */
export async function removeOrphans(
  storage: Storage,
  folder: string,
  at: { now: Date; stopping: AbortSignal },
  listUnknown: (keys: string[]) => Promise<readonly string[]>,
): Promise<number> {
  const now = at.now.getTime()
  // Both the id and the file must be old. An import fetches a photo long after it assigned the id, and the storage's clock
  // may differ from the service's.
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
