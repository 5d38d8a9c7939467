// Reads an untrusted archive. The whole directory is checked before anything is unpacked, and each file's hash after its
// last byte.
import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { keepsSeal } from '#platform/values/zip.ts'
import { manifestPath } from '../rules.ts'
import { ArchiveProblem, invalidArchive } from './problem.ts'
import { isDense, type ListedFile, most, type ReadManifest, readManifest, requirePlain } from './rules.ts'

export type OpenArchive = ReadManifest & {
  /** Returns the content of a file in the manifest. It fails after the last byte if the hash differs. */
  read(file: ListedFile): AsyncGenerator<Buffer>
  close(): void
}

/** Opens an archive on disk, because reading a ZIP starts at its end. */
export async function openArchive(path: string, areas: readonly string[]): Promise<OpenArchive> {
  const zip = await asArchive(() => yauzl.openPromise(path, { strictFileNames: true, autoClose: false }))
  try {
    if (!(await keepsSeal(path, zip))) throw invalidArchive('The file was changed or truncated. Export it again.')
    const entries = await readDirectory(zip)
    const manifest = entries.get(manifestPath)
    if (!manifest) throw invalidArchive(`Not an archive of a store: the file has no ${manifestPath}.`)
    if (manifest.uncompressedSize > most.manifestBytes) throw invalidArchive(`${manifestPath} is too large.`)
    const text = await asArchive(async () => (await buffer(await zip.openReadStreamPromise(manifest))).toString('utf8'))
    const read = readManifest(text, areas)
    requireListed(entries, read.files)
    return {
      ...read,
      read: (file) => readContent(zip, entries.get(file.path) as Entry, file),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.files) throw invalidArchive(`The archive has more than ${most.files} files.`)
  const entries = new Map<string, Entry>()
  let bytes = 0
  await asArchive(async () => {
    for await (const entry of zip.eachEntry()) {
      requirePlain({
        name: entry.fileName,
        packedBytes: entry.compressedSize,
        bytes: entry.uncompressedSize,
        isLink: isLink(entry),
        isEncrypted: entry.isEncrypted(),
      })
      if (entries.has(entry.fileName)) throw invalidArchive(`${entry.fileName} is in the archive twice.`)
      entries.set(entry.fileName, entry)
      bytes += entry.uncompressedSize
    }
  })
  // Files of a ZIP may share packed bytes. The ratio of all files together can then be too high, even if no single file's
  // ratio is.
  if (isDense(zip.fileSize, bytes)) throw invalidArchive('The archive unpacks to far more than its own size.')
  return entries
}

/** Detects a symbolic link. Unix stores the file's mode in the upper half of the attributes. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function requireListed(entries: ReadonlyMap<string, Entry>, files: readonly ListedFile[]): void {
  for (const { path, bytes } of files) {
    const entry = entries.get(path)
    if (!entry) throw invalidArchive(`The manifest lists ${path}, which is not in the archive.`)
    if (entry.uncompressedSize !== bytes)
      throw invalidArchive(`Size mismatch: the manifest lists another size for ${path}.`)
  }
  const listed = new Set([manifestPath, ...files.map(({ path }) => path)])
  for (const name of entries.keys())
    if (!listed.has(name)) throw invalidArchive(`${name} is in the archive, but the manifest does not list it.`)
}

async function* readContent(zip: ZipFile, entry: Entry, { path, bytes, sha256 }: ListedFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let size = 0
  const stream = await asArchive(() => unpacked(zip, entry))
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytes) throw invalidArchive(`${path} is larger than the manifest says.`)
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw asProblem(error)
  }
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw invalidArchive(`Checksum mismatch: ${path} was changed or damaged after the export.`)
}

const deflated = 8
/** This is four times zlib's default, because each piece passes through threads and streams. */
const pieceBytes = 64 * 1024

async function unpacked(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== deflated) return zip.openReadStreamPromise(entry)
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  // The consumer gets the error. If the consumer stops early, both streams close.
  return pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => {})
}

async function asArchive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProblem(error)
  }
}

/** Errors of the ZIP reader mean an invalid file. Errors of the operating system do not. */
const asProblem = (error: unknown): unknown =>
  error instanceof ArchiveProblem || /^E[A-Z0-9]+$/.test((error as NodeJS.ErrnoException).code ?? '')
    ? error
    : invalidArchive('The file is not a readable ZIP: it was changed or truncated.', error)
