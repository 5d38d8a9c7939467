// Streams a store's archive. Memory contains one picture at a time and the list of files, which is written last.
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { ArchivedTable } from '#platform/areas/archive.ts'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { Services } from '#platform/calls/services.ts'
import { watchStreamed } from '#platform/calls/streamed.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import { readPhotoKey } from '#platform/files/images/keys.ts'
import { addFile, seal, sealToCome } from '#platform/values/zip.ts'
import {
  type ArchivedFile,
  type ArchivedStore,
  archiveFormat,
  dataLine,
  dataPath,
  leftBehind,
  type Manifest,
  manifestPath,
  mediaPath,
  schemaVersion,
} from './rules.ts'
import * as rows from './store.ts'

type ArchiveRequest = {
  areas: readonly AreaArchive[]
  store: ArchivedStore
  withAddresses: boolean
  counted?(table: string, rows: number): void
}

/** Reads one snapshot, which ends when the consumer stops reading. A failure ends the stream with an error. */
export function writeArchive(stream: Stream, { storage, log }: Services, wanted: ArchiveRequest): Readable {
  const zip = new yazl.ZipFile()
  const out = new PassThrough()
  const watched = watchStreamed(out, log, 'an archive')
  zip.on('error', () => {})
  const sent = pipeline(zip.outputStream, seal(), out)
  stream.read((tx) => Promise.all([writeFiles(zip, tx, storage, wanted), sent])).catch(watched.broken)
  return out
}

type Storage = Services['storage']

async function writeFiles(zip: yazl.ZipFile, tx: StreamTx, storage: Storage, wanted: ArchiveRequest): Promise<void> {
  const files: ArchivedFile[] = []
  const add = async (path: string, content: AsyncIterable<Uint8Array | string>, isPacked = false) => {
    files.push({ path, ...(await addFile(zip, path, content, { mtime: tx.now, compress: !isPacked })) })
    return files.at(-1) as ArchivedFile
  }
  for (const { area, tables } of wanted.areas) await add(dataPath(area), writeLines(tx, tables, wanted))
  const pictures = new Map<string, string[]>()
  for await (const { key, content } of streamFiles(tx, storage, wanted.areas)) {
    const path = mediaPath(createHash('sha256').update(content).digest('hex'), key)
    const keys = pictures.get(path)
    if (keys) keys.push(key)
    else {
      const file = await add(path, Readable.from([content]), true)
      file.keys = [key]
      pictures.set(path, file.keys)
    }
  }
  const manifest: Manifest = {
    format: archiveFormat,
    schemaVersion,
    createdAt: tx.now.toISOString(),
    addresses: wanted.withAddresses,
    store: wanted.store,
    files,
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestPath, { mtime: tx.now })
  zip.end(sealToCome)
}

async function* writeLines(
  tx: StreamTx,
  tables: readonly ArchivedTable[],
  { withAddresses, counted }: ArchiveRequest,
): AsyncGenerator<string> {
  for (const table of tables)
    for await (const found of rows.streamRows(tx, table, leftBehind(table, withAddresses))) {
      counted?.(table.table, found.length)
      yield found.map(({ row }) => dataLine(table.table, row)).join('')
    }
}

/** Skips pictures deleted since the snapshot, and keys that do not belong to a picture. */
async function* streamFiles(tx: StreamTx, storage: Storage, areas: readonly AreaArchive[]) {
  for (const table of areas.flatMap(({ tables }) => tables)) {
    if (!table.withFile) continue
    for await (const found of rows.streamFiles(tx, table.table))
      for (const { key } of found) {
        const file = readPhotoKey(key) && (await storage.open(key))
        if (file) yield { key, content: await buffer(file.content) }
      }
  }
}
