// Keeps files under keys. Keys are made by the service, never by a caller; a key that is not a plain relative path is refused.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Storage = {
  put(key: string, content: Uint8Array | Readable): Promise<void>
  read(key: string): Readable
  exists(key: string): Promise<boolean>
  /** Removing what is not there is no error: a removal may be tried again. */
  remove(key: string): Promise<void>
}

export function createStorage(storageUrl: string): Storage {
  const { protocol } = new URL(storageUrl)
  if (protocol !== 'file:') throw new Error('STORAGE_URL: only file: is supported by this version.')
  return fileStorage(resolve(decodeURIComponent(storageUrl.replace(/^file:(\/\/)?/, ''))))
}

function fileStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const path = join(root, key)
    if (!/^[\w./-]+$/.test(key) || !path.startsWith(root + sep)) throw new Error('This is not a storage key.')
    return path
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await pipeline(
        content instanceof Readable ? content : Readable.from([content]),
        createWriteStream(path, { mode: 0o600 }),
      )
    },
    read: (key) => createReadStream(pathOf(key)),
    exists: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
