// Gathers text in bytes, in pieces of one size, so that neither many small strings nor one long one have to be kept.

const chunkBytes = 64 * 1024

export type Chunks = {
  add(text: string): void
  /** How many full pieces wait to be handed out. */
  readonly waiting: number
  /** The pieces that are full, each handed out once. */
  full(): Buffer[]
  /** What stands in the last piece. */
  rest(): Buffer
}

export function createChunks(): Chunks {
  let full: Buffer[] = []
  let chunk = Buffer.allocUnsafeSlow(chunkBytes)
  let end = 0
  const turn = () => {
    if (end > 0) full.push(chunk.subarray(0, end))
    chunk = Buffer.allocUnsafeSlow(chunkBytes)
    end = 0
  }
  return {
    add(text) {
      // No unit of UTF-16 becomes more than three bytes.
      if (end + 3 * text.length > chunkBytes) {
        turn()
        if (3 * text.length > chunkBytes) return void full.push(Buffer.from(text))
      }
      end += chunk.write(text, end)
    },
    get waiting() {
      return full.length
    },
    full() {
      const handed = full
      full = []
      return handed
    },
    rest: () => chunk.subarray(0, end),
  }
}
