// The file that was checked last, so that the import after a check needs no second choosing, also when the page was loaded
// anew. Kept in this browser only, and gone with its person: it holds customers' addresses.
import type { ImportOptions } from '../api/shops/imports.ts'

export type Chosen = { file: File; options: ImportOptions }

const [database, files] = ['evident-imports', 'checked']

/** One at a time: the one before is forgotten. */
export const rememberFile = (importId: string, chosen: Chosen): Promise<void> =>
  within('readwrite', (store) => {
    store.clear()
    return store.put(chosen, importId)
  }).then(
    () => undefined,
    // A browser that keeps nothing asks for the file again.
    () => undefined,
  )

export const fileOfCheck = (importId: string): Promise<Chosen | null> =>
  within<Chosen | undefined>('readonly', (store) => store.get(importId)).then(
    (found) => found ?? null,
    () => null,
  )

export const clearFiles = (): void => void indexedDB.deleteDatabase(database)

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(files)
  const db = await done(opening)
  try {
    return await done(work(db.transaction(files, mode).objectStore(files)))
  } finally {
    db.close()
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
