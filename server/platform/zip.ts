// Adds files to a ZIP while they are made, and says what they came to.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type yazl from 'yazl'

/** Ends with the file: the next is begun when there is nothing left of this one. */
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
  // The reader may be gone; nothing would ask for the rest any more.
  zip.outputStream.once('close', stop)
  zip.addReadStream(file, path, options)
  try {
    await finished(file)
  } finally {
    zip.outputStream.off('close', stop)
  }
  return { bytes, sha256: hash.digest('hex') }
}
