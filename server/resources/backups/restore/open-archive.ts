// Reads an archive that may have been made by anybody. Its directory is looked at whole before anything is unpacked; a file is
// read to its end, and must then be what the manifest says.
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
  /** The content of a file of the manifest; fails at its end when it is another one than listed. */
  read(file: ListedFile): AsyncGenerator<Buffer>
  close(): void
}

/** Of a file on this machine: a ZIP is read from its end. */
export async function openArchive(path: string, areas: readonly string[]): Promise<OpenArchive> {
  const zip = await asArchive(() => yauzl.openPromise(path, { strictFileNames: true, autoClose: false }))
  try {
    if (!(await keepsSeal(path, zip)))
      throw invalidArchive('The file is not what was written: it was changed, or damaged on its way.')
    const entries = await readDirectory(zip)
    const manifest = entries.get(manifestPath)
    if (!manifest) throw invalidArchive(`The file is no archive of a store: it has no ${manifestPath}.`)
    if (manifest.uncompressedSize > most.manifestBytes) throw invalidArchive(`${manifestPath} is too large.`)
    const text = await asArchive(async () => (await buffer(await zip.openReadStreamPromise(manifest))).toString('utf8'))
    const read = readManifest(text, areas)
    requireListed(entries, read.files)
    return {
      ...read,
      read: (file) => contentOf(zip, entries.get(file.path) as Entry, file),
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
  // Files of a ZIP may share their packed bytes: each is small, and all together are not.
  if (isDense(zip.fileSize, bytes)) throw invalidArchive('The archive unpacks to far more than its own size.')
  return entries
}

/** The mode that Unix has in the upper half: a symbolic link. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function requireListed(entries: ReadonlyMap<string, Entry>, files: readonly ListedFile[]): void {
  for (const { path, bytes } of files) {
    const entry = entries.get(path)
    if (!entry) throw invalidArchive(`The manifest lists ${path}, which is not in the archive.`)
    if (entry.uncompressedSize !== bytes) throw invalidArchive(`${path} has another size than the manifest says.`)
  }
  const listed = new Set([manifestPath, ...files.map(({ path }) => path)])
  for (const name of entries.keys())
    if (!listed.has(name)) throw invalidArchive(`${name} is in the archive, and the manifest does not list it.`)
}

async function* contentOf(zip: ZipFile, entry: Entry, { path, bytes, sha256 }: ListedFile): AsyncGenerator<Buffer> {
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
    throw invalidArchive(`${path} is not what the manifest says: it was changed, or damaged on its way.`)
}

const deflated = 8
/** Four times what zlib hands over by itself: each piece costs a turn through the threads, and its way through the streams. */
const pieceBytes = 64 * 1024

async function unpacked(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== deflated) return zip.openReadStreamPromise(entry)
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  // Whoever reads hears of an error, and who stops early closes both.
  return pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => {})
}

async function asArchive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProblem(error)
  }
}

/** Whatever the reader of ZIPs dislikes is the file's fault; what the machine says is not. */
const asProblem = (error: unknown): unknown =>
  error instanceof ArchiveProblem || /^E[A-Z0-9]+$/.test((error as NodeJS.ErrnoException).code ?? '')
    ? error
    : invalidArchive('The file cannot be read as a ZIP: it was changed, or damaged on its way.', error)
