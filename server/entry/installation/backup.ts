// Rows come from one snapshot. Files are read after the snapshot, so every file that a row names is included, unless it was
// deleted in between.
import { createWriteStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import yazl from 'yazl'
import { beginSnapshot, endSnapshot, listMigrations, listTables, streamLines } from '#platform/db/all-tables.ts'
import { parseConnection } from '#platform/db/roles.ts'
import type { Storage } from '#platform/files/storage/storage.ts'
import type { Config } from '#platform/process/config.ts'
import { addFile, seal, sealToCome } from '#platform/values/zip.ts'
import { encryption } from '#resources/backups/kept/encrypt.ts'
import { storageFolders } from '#resources/orgs/deletion/rules.ts'
import { OperatorError } from '../operator.ts'
import {
  dataPath,
  filePath,
  format,
  formatVersion,
  keyPath,
  type ListedFile,
  type Manifest,
  manifestPath,
} from './format.ts'
import { openBackup } from './open.ts'

type From = { url: string; storage: Storage; config: Config; passphrase?: string | undefined; say(line: string): void }
export type BackupResult = { file: string; bytes: number; rows: number; files: number; key: 'sealed' | 'not included' }

const filesPerPage = 1000

export async function backupInstallation(to: string, from: From): Promise<BackupResult> {
  const file = fileFor(to)
  const draft = join(dirname(file), `.${basename(file)}.part`)
  if (statSync(file, { throwIfNoEntry: false })) throw new OperatorError(`${file} already exists. Choose another name.`)
  try {
    const counts = await write(draft, from)
    from.say('reading it back')
    const backup = await openBackup(draft)
    try {
      for (const each of backup.manifest.files) for await (const _ of backup.read(each.path));
    } finally {
      backup.close()
    }
    await sync(draft)
    await rename(draft, file)
    const key = from.passphrase === undefined ? 'not included' : 'sealed'
    return { file, bytes: statSync(file).size, ...counts, key }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function fileFor(to: string): string {
  const path = resolve(to)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const name = `evident-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}.zip`
  const file = isFolder ? join(path, name) : path
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(`No such folder: ${dirname(file)}.`)
  return file
}

async function write(draft: string, { url, storage, config, passphrase, say }: From) {
  const zip = new yazl.ZipFile()
  const stored = pipeline(zip.outputStream, seal(), createWriteStream(draft, { mode: 0o600 }))
  stored.catch(() => {})
  const files: ListedFile[] = []
  const add = async (path: string, content: AsyncIterable<Uint8Array | string>, compress = true) =>
    void files.push({ path, ...(await addFile(zip, path, content, { mtime: new Date(), compress })) })
  const client = new Client(parseConnection(url))
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSnapshot(client)
    const migrations = await listMigrations(client)
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      let rows = 0
      const counted = (more: number) => {
        rows += more
      }
      await add(dataPath(table), streamLines(client, table, counted))
      tables.push({ ...table, rows })
    }
    await endSnapshot(client)
    say(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    let count = 0
    for await (const key of keysIn(storage)) {
      const content = await storage.open(key)
      if (!content) continue
      await add(filePath(key), content.content, false)
      count++
    }
    say(`${count} files`)
    if (passphrase !== undefined) {
      const encrypt = await encryption(passphrase)
      await add(keyPath, await encrypt(Readable.from([Buffer.from(config.secretKey)])), false)
    }
    const manifest: Manifest = {
      format,
      version: formatVersion,
      createdAt: new Date().toISOString(),
      service: config.version,
      migrations,
      tables,
      files,
    }
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestPath)
    zip.end(sealToCome)
    await stored
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: count }
  } finally {
    await client.end()
    ;(zip.outputStream as Readable).destroy()
  }
}

async function* keysIn(storage: Storage): AsyncGenerator<string> {
  for (const folder of storageFolders) {
    let after: string | undefined
    for (;;) {
      const page = await storage.list(`${folder}/`, { limit: filesPerPage, ...(after !== undefined && { after }) })
      for (const { key } of page) yield key
      if (page.length < filesPerPage) break
      after = page.at(-1)?.key
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
