// Collects text as bytes in chunks of one size, which saves the memory of many small strings or one long string.

const chunkBytes = 64 * 1024

export type Chunks = {
  add(text: string): void
  readonly waiting: number
  full(): Buffer[]
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
      // A UTF-16 unit takes at most three bytes.
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
