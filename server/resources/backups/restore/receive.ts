import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#platform/files/storage/storage.ts'
import { abortWhenSlow, requireMediaType, wasCutOff } from '#platform/http/receive/form.ts'
import type { Incoming, Upload } from '#platform/identity/incoming.ts'
import { AppError, invalid, invalidField } from '#platform/values/errors.ts'
import { decrypted } from './decrypt.ts'
import { openArchive } from './open-archive.ts'
import { ArchiveProblem } from './problem.ts'

export const mediaTypes = ['application/zip', 'application/age', 'application/octet-stream'] as const
export const maxArchiveBytes = 4 * 1024 ** 3
const passphraseHeader = 'x-archive-passphrase'
/** In UTF-16 code units. A sentence fits. */
const longestPassphrase = 1024

/** The server's own timeout also limits the whole request. */
const patience = { silenceMs: 20_000, wholeMs: 600_000 }

/** Maximum number of parallel uploads in this process, because each may take gigabytes of disk space. */
const most = 2
let receiving = 0

export type AcceptedUpload = { upload: Upload; passphrase: string | undefined }

/** Refuses invalid headers before the store is read from the database. */
export function acceptUpload({ upload }: Incoming): AcceptedUpload {
  const type = requireMediaType(upload, mediaTypes, 'archive')
  if (!upload) throw invalid('The file is empty.')
  if (upload.bytes > maxArchiveBytes) throw tooLarge()
  return { upload, passphrase: type === 'application/age' ? requirePassphrase(upload) : undefined }
}

export async function receiveArchive(
  { upload, passphrase }: AcceptedUpload,
  storage: Storage,
  key: string,
  areas: readonly string[],
): Promise<{ sha256: Buffer; bytes: number }> {
  if (receiving >= most)
    throw new AppError(429, 'rate_limited', 'Other archives are being received. Try again shortly.', {
      headers: { 'retry-after': '30' },
    })
  receiving++
  try {
    return await withTemporaryFile(async (path) => {
      const received = await receive(upload, path, passphrase)
      const archive = await openArchive(path, areas)
      archive.close()
      await storage.put(key, createReadStream(path))
      return received
    })
  } catch (error) {
    await storage.remove(key)
    throw error instanceof ArchiveProblem ? refusal(error) : error
  } finally {
    receiving--
  }
}

export const refusal = ({ code, message }: ArchiveProblem): AppError =>
  new AppError(code === 'store_not_empty' ? 409 : 400, code, message)

export async function withTemporaryFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'evident-archive-'))
  try {
    return await work(join(folder, 'archive'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive({ content: raw, silenceMs }: Upload, path: string, passphrase: string | undefined) {
  const hash = createHash('sha256')
  let bytes = 0
  const stopWaiting = abortWhenSlow(raw, patience, silenceMs)
  async function* measured() {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxArchiveBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const plain = passphrase === undefined ? measured() : decrypted(measured(), passphrase)
    await pipeline(Readable.from(plain, { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    // Reads and discards the rest of the upload, so that the caller gets the response instead of a broken connection.
    raw.unpipe()
    raw.resume()
    throw wasCutOff(error) ? invalid('The upload ended early. Send it again.') : error
  } finally {
    stopWaiting()
  }
  if (bytes === 0) throw invalid('The file is empty.')
  return { sha256: hash.digest(), bytes }
}

function requirePassphrase({ header }: Upload): string {
  // HTTP decodes headers as Latin-1. The passphrase is UTF-8.
  const passphrase = Buffer.from(header?.(passphraseHeader) ?? '', 'latin1').toString('utf8')
  if (passphrase === '') throw invalidField(`/${passphraseHeader}`, 'is missing: the archive is encrypted')
  if (passphrase.length > longestPassphrase)
    throw invalidField(`/${passphraseHeader}`, `is longer than ${longestPassphrase} characters`)
  return passphrase
}

const tooLarge = () =>
  new AppError(413, 'payload_too_large', `The archive is larger than ${maxArchiveBytes / 1024 ** 3} GB.`)
