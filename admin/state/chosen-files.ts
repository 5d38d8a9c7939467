// The last checked file contains customers' addresses, so it stays in this browser and is deleted at sign-out.
import type { ImportOptions } from '../api/shops/imports.ts'

export type CheckedFile = { file: File; options: ImportOptions }

const [database, files] = ['evident-imports', 'checked']

export const rememberFile = (importId: string, chosen: CheckedFile): Promise<void> =>
  within('readwrite', (store) => {
    store.clear()
    return store.put(chosen, importId)
  }).then(
    () => undefined,
    // Storage is blocked: the person chooses the file again.
    () => undefined,
  )

export const fileOfCheck = (importId: string): Promise<CheckedFile | null> =>
  within<CheckedFile | undefined>('readonly', (store) => store.get(importId)).then(
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
