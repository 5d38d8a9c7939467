// In a bulk file, the child lines of a product or an order may be anywhere, so the whole file is sorted into buckets on
// disk. The spool file is unlinked while open, so no customer data remains after a crash.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const blockBytes = 16 * 1024
const linesABucket = 4_000
const mostBuckets = 1_024

type Bucket = { filling: Buffer; filled: number; blocks: { at: number; length: number }[] }

/** Equal line counts give equal bucket counts, so that a position is valid in another process. */
export const bucketsFor = (lines: number): number => Math.min(Math.max(Math.ceil(lines / linesABucket), 1), mostBuckets)

export class Spool {
  readonly buckets: number
  readonly #file: FileHandle
  readonly #buckets: Bucket[]
  #end = 0

  private constructor(file: FileHandle, buckets: number) {
    this.#file = file
    this.buckets = buckets
    this.#buckets = Array.from({ length: buckets }, () => ({
      filling: Buffer.allocUnsafeSlow(blockBytes),
      filled: 0,
      blocks: [],
    }))
  }

  static async create(buckets: number): Promise<Spool> {
    const path = join(tmpdir(), `evident-shop-${randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file, buckets)
  }

  /** Returns undefined if the line fits into memory, so that most lines need no await. Calls must not overlap. */
  add(root: string, line: Buffer): Promise<void> | undefined {
    const bucket = this.#buckets[chooseBucket(root, this.buckets)] as Bucket
    if (bucket.filled + line.length + 1 > blockBytes) return this.#makeRoom(bucket, line)
    bucket.filled += line.copy(bucket.filling, bucket.filled)
    bucket.filled += bucket.filling.write('\n', bucket.filled)
  }

  async read(index: number): Promise<Buffer> {
    const { blocks, filling, filled } = this.#buckets[index] as Bucket
    const parts: Buffer[] = []
    for (const { at, length } of blocks) {
      const block = Buffer.allocUnsafe(length)
      let read = 0
      while (read < length) {
        const { bytesRead } = await this.#file.read(block, read, length - read, at + read)
        if (bytesRead === 0) throw new Error('The spool file ended too early.')
        read += bytesRead
      }
      parts.push(block)
    }
    return Buffer.concat([...parts, filling.subarray(0, filled)])
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #makeRoom(bucket: Bucket, line: Buffer): Promise<void> {
    await this.#write(bucket, bucket.filling.subarray(0, bucket.filled))
    bucket.filled = 0
    // A line that fills a block by itself is written directly.
    if (line.length + 1 > blockBytes) return await this.#write(bucket, Buffer.concat([line, newline]))
    bucket.filled += line.copy(bucket.filling, 0)
    bucket.filled += bucket.filling.write('\n', bucket.filled)
  }

  async #write(bucket: Bucket, block: Buffer): Promise<void> {
    if (block.length === 0) return
    const at = this.#end
    this.#end += block.length
    bucket.blocks.push({ at, length: block.length })
    let written = 0
    while (written < block.length) {
      const { bytesWritten } = await this.#file.write(block, written, block.length - written, at + written)
      written += bytesWritten
    }
  }
}

const newline = Buffer.from('\n')

/** Ids may be multiples of a large number, so they are scattered before the division. */
function chooseBucket(root: string, buckets: number): number {
  const scattered = Math.imul(Number(root.slice(-9)), 0x9e3779b1) >>> 0
  return Math.floor((scattered / 2 ** 32) * buckets)
}
