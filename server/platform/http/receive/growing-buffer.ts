// Collects the body in one buffer. Separate chunks need an object each, so a body sent byte by byte would take 400 times
// its size.
export type GrowingBuffer = {
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
