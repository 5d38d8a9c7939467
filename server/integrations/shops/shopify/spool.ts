// The lines of a bulk operation's file, gathered by what they belong to. Children may stand anywhere in such a file, so the whole
// of it is sorted into buckets on disk first, and one bucket at a time is held in memory. The spool has no name in the file
// system: however its process ends, nothing of a shop's customers stays behind.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const blockBytes = 32 * 1024
const linesABucket = 6_000
const mostBuckets = 1_024

type Bucket = { waiting: Buffer[]; waitingBytes: number; blocks: { at: number; length: number }[] }

/** The same for the same number of lines, so that a position holds in another process. */
export const bucketsFor = (lines: number): number => Math.min(Math.max(Math.ceil(lines / linesABucket), 1), mostBuckets)

export class Spool {
  readonly buckets: number
  readonly #file: FileHandle
  readonly #buckets: Bucket[]
  #end = 0

  private constructor(file: FileHandle, buckets: number) {
    this.#file = file
    this.buckets = buckets
    this.#buckets = Array.from({ length: buckets }, () => ({ waiting: [], waitingBytes: 0, blocks: [] }))
  }

  static async create(buckets: number): Promise<Spool> {
    const path = join(tmpdir(), `evident-shop-${randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file, buckets)
  }

  /** Undefined where it is kept in memory until its block is full, so that most lines wait for nothing. */
  add(root: string, line: Buffer): Promise<void> | undefined {
    const bucket = this.#buckets[bucketOf(root, this.buckets)] as Bucket
    // The chunk that the line came in is let go of.
    bucket.waiting.push(Buffer.from(line), newline)
    bucket.waitingBytes += line.length + 1
    return bucket.waitingBytes >= blockBytes ? this.#write(bucket) : undefined
  }

  async read(index: number): Promise<Buffer> {
    const { blocks, waiting } = this.#buckets[index] as Bucket
    const parts: Buffer[] = []
    for (const { at, length } of blocks) {
      const block = Buffer.allocUnsafe(length)
      let read = 0
      while (read < length) {
        const { bytesRead } = await this.#file.read(block, read, length - read, at + read)
        if (bytesRead === 0) throw new Error('The spool ends before its own end.')
        read += bytesRead
      }
      parts.push(block)
    }
    return Buffer.concat([...parts, ...waiting])
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #write(bucket: Bucket): Promise<void> {
    const block = Buffer.concat(bucket.waiting)
    const at = this.#end
    this.#end += block.length
    bucket.blocks.push({ at, length: block.length })
    bucket.waiting = []
    bucket.waitingBytes = 0
    let written = 0
    while (written < block.length) {
      const { bytesWritten } = await this.#file.write(block, written, block.length - written, at + written)
      written += bytesWritten
    }
  }
}

const newline = Buffer.from('\n')

/** Ids may be multiples of some large number: they are scattered before they are divided up. */
function bucketOf(root: string, buckets: number): number {
  const scattered = Math.imul(Number(root.slice(-9)), 0x9e3779b1) >>> 0
  return Math.floor((scattered / 2 ** 32) * buckets)
}
