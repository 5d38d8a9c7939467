// Puts together what comes in pieces, in one place that grows. To keep the pieces instead is to keep an object for each: of a
// body that is sent byte by byte they take 400 times its size, and a few megabytes are the whole memory.
export type GrowingBuffer = {
  /** Gives how many bytes there are now. */
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
