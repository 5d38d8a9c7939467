// Collects chunks in one buffer that grows. Keeping the chunks instead means an object for each: of a body that is sent byte
// by byte they take 400 times its size, so that a few megabytes would fill the memory.
export type GrowingBuffer = {
  /** Answers how many bytes there are now. */
  add(piece: Buffer): number
  bytes(): Buffer
}

export function createGrowingBuffer(): GrowingBuffer {
  let buffer = Buffer.alloc(0)
  let size = 0
  return {
    add(piece) {
      if (size + piece.length > buffer.length) {
        const wider = Buffer.allocUnsafe(2 * size + piece.length)
        buffer.copy(wider, 0, 0, size)
        buffer = wider
      }
      size += piece.copy(buffer, size)
      return size
    },
    bytes: () => buffer.subarray(0, size),
  }
}
