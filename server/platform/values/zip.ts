// A sealed ZIP has a comment with the SHA-256 of every byte before it. The ZIP's own checksums are not enough, because ZIP
// readers ignore many bytes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import type yauzl from 'yauzl'
import type yazl from 'yazl'

/** Resolves when the file has been added completely, so that the next file starts afterwards. */
export async function addFile(
  zip: yazl.ZipFile,
  path: string,
  content: AsyncIterable<Uint8Array | string>,
  options: { mtime: Date; compress: boolean; forceDosTimestamp?: boolean },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = Readable.from(
    (async function* () {
      for await (const chunk of content) {
        const piece = Buffer.from(chunk as string)
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    })(),
    { objectMode: false },
  )
  const stop = () => file.destroy()
  // When the output closes, nothing reads the rest of the file, so the work must end.
  zip.outputStream.once('close', stop)
  zip.addReadStream(file, path, options)
  try {
    await finished(file)
  } finally {
    zip.outputStream.off('close', stop)
  }
  return { bytes, sha256: hash.digest('hex') }
}

const sealName = 'sha256:'
const digits = 64
export const sealToCome = { comment: sealName + '0'.repeat(digits), forceZip64Format: false }

export function seal(): Transform {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([held, chunk])
      const ready = bytes.subarray(0, Math.max(0, bytes.length - digits))
      held = bytes.subarray(ready.length)
      hash.update(ready)
      done(null, ready)
    },
    flush(done) {
      done(null, hash.digest('hex'))
    },
  })
}

/** True when the file matches its seal byte for byte, or has no comment and thus no seal. */
export async function keepsSeal(path: string, { comment, fileSize }: yauzl.ZipFile): Promise<boolean> {
  if (comment === '') return true
  if (!comment.startsWith(sealName) || comment.length !== sealName.length + digits) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: fileSize - digits - 1 })) hash.update(chunk as Buffer)
  return hash.digest('hex') === comment.slice(sealName.length)
}
