// A file is written under a temporary name, flushed and moved: a crash leaves either the whole file or none under its key.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chooseContentType, requireKey } from './key.ts'
import type { ListedFile, Storage } from './storage.ts'

/** No key can name this folder, because no part of a key starts with a dot. */
const asideFolder = '.incoming'

export function fileStorage(root: string): Storage {
  const resolvePath = (key: string) => join(root, requireKey(key))
  const aside = join(root, asideFolder)
  return {
    async put(key, content) {
      const path = resolvePath(key)
      const draft = join(aside, randomUUID())
      await Promise.all([mkdir(aside, { recursive: true }), mkdir(dirname(path), { recursive: true })])
      try {
        const source = content instanceof Readable ? content : Readable.from([content])
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    read: (key) => createReadStream(resolvePath(key)),
    async open(key, part) {
      const found = await stat(resolvePath(key)).catch(nothing)
      if (!found?.isFile()) return undefined
      const size = part ? part.end - part.start + 1 : found.size
      return { size, type: chooseContentType(key), content: createReadStream(resolvePath(key), part) }
    },
    exists: async (key) => (await stat(resolvePath(key)).catch(nothing)) !== undefined,
    remove: (key) => rm(resolvePath(key), { force: true }),
    async list(prefix, { after = '', limit }) {
      const listed: ListedFile[] = []
      for await (const key of keysBelow(root, `${requireKey(prefix.replace(/\/$/, ''))}/`, after)) {
        const found = await stat(join(root, key)).catch(nothing)
        if (found) listed.push({ key, size: found.size, modifiedAt: found.mtime })
        if (listed.length >= limit) break
      }
      return listed
    },
    async removeUnfinished(before) {
      for (const name of await readdir(aside).catch(() => [])) {
        const found = await stat(join(aside, name)).catch(nothing)
        if (found && found.mtime < before) await rm(join(aside, name), { force: true })
      }
    },
    close() {},
  }
}

/** Without this a power failure may lose the new file's name, although its content is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Lists keys after `after` in key order, in which `a.b` comes before `a/b`. Folders end with a slash. */
async function* keysBelow(root: string, folder: string, after: string): AsyncGenerator<string> {
  const wanted: string[] = []
  // The folder is read entry by entry. Reading and sorting a store's hundred thousand files in one call blocks everything
  // for half a second.
  for await (const entry of await opendir(join(root, folder), { bufferSize: 256 }).catch(missing)) {
    const key = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`
    if ((key > after || after.startsWith(key)) && (entry.isDirectory() || entry.isFile())) wanted.push(key)
  }
  for (const key of wanted.sort()) {
    if (key.endsWith('/')) yield* keysBelow(root, key, after)
    else if (key > after) yield key
  }
}

function missing(error: NodeJS.ErrnoException): Dirent[] {
  return nothing(error) ?? []
}

function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
