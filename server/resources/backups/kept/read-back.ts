import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#platform/files/storage/storage.ts'
import { decrypted } from '../restore/decrypt.ts'
import { readLines } from '../restore/lines.ts'
import { openArchive } from '../restore/open-archive.ts'
import { ArchiveProblem } from '../restore/problem.ts'
import { withTemporaryFile } from '../restore/receive.ts'
import { readLine } from '../restore/rules.ts'

export class FileProblem extends Error {}

type ExpectedArchive = {
  fileKey: string
  bytes: number
  sha256: string
  tableRows: Record<string, number> | null
  /** Without a passphrase, only the checksum of an encrypted file is verified. Its rows were counted when it was written. */
  passphrase?: string
  isEncrypted: boolean
  areas: readonly string[]
  signal: AbortSignal
}

export async function readBack(storage: Storage, expected: ExpectedArchive): Promise<void> {
  await withTemporaryFile(async (path) => {
    await copyTo(path, storage, expected)
    if (!expected.isEncrypted) return compare(path, expected)
    if (expected.passphrase === undefined) return
    const { passphrase, signal } = expected
    await withTemporaryFile(async (opened) => {
      const sealed = untilAborted(createReadStream(path), signal)
      await asProblem(() =>
        pipeline(
          Readable.from(decrypted(sealed, passphrase), { objectMode: false }),
          createWriteStream(opened, { mode: 0o600 }),
        ),
      )
      await compare(opened, expected)
    })
  })
}

async function copyTo(
  path: string,
  storage: Storage,
  { fileKey, bytes, sha256, signal }: ExpectedArchive,
): Promise<void> {
  const file = await storage.open(fileKey)
  if (!file) throw new FileProblem('The file is missing.')
  const hash = createHash('sha256')
  let size = 0
  async function* measured(content: Readable) {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytes) break
      hash.update(chunk)
      signal.throwIfAborted()
      yield chunk
    }
  }
  await pipeline(Readable.from(measured(file.content), { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
  if (size !== bytes)
    throw new FileProblem(`Size mismatch: the file does not have the ${bytes} bytes that were written.`)
  if (hash.digest('hex') !== sha256)
    throw new FileProblem('Checksum mismatch: the file was changed after it was written.')
}

async function* untilAborted(content: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    yield chunk
  }
}

async function compare(path: string, { tableRows, areas, signal }: ExpectedArchive): Promise<void> {
  await asProblem(async () => {
    const archive = await openArchive(path, areas)
    try {
      const found: Record<string, number> = {}
      let lines = 1
      for (const file of archive.files) {
        if (file.path.startsWith('media/')) for await (const _ of archive.read(file)) signal.throwIfAborted()
        else
          for await (const line of readLines(archive.read(file), file.path)) {
            const { table } = readLine(line, file.path, lines++)
            const rows = (found[table] ?? 0) + 1
            found[table] = rows
            if (rows % 1_000 === 0) signal.throwIfAborted()
          }
      }
      if (tableRows === null) return
      for (const table of new Set([...Object.keys(tableRows), ...Object.keys(found)]))
        if (found[table] !== tableRows[table])
          throw new FileProblem(
            `Row count mismatch: ${table} has ${found[table] ?? 0} rows, but ${tableRows[table] ?? 0} were written.`,
          )
    } finally {
      archive.close()
    }
  })
}

async function asProblem(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ArchiveProblem ? new FileProblem(error.message) : error
  }
}
