const longestLine = 16 * 1024 * 1024

/** A line that is too long becomes an empty line. Text after the last newline is a line too. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  let isTooLong = false
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Buffer[] = []
    let from = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      const tail = bytes.subarray(from, at)
      if (isTooLong) lines.push(Buffer.alloc(0))
      else lines.push(restBytes > 0 ? Buffer.concat([...rest, tail]) : tail)
      rest = []
      restBytes = 0
      isTooLong = false
      from = at + 1
    }
    if (from < bytes.length) {
      restBytes += bytes.length - from
      isTooLong ||= restBytes > longestLine
      if (isTooLong) rest = []
      else rest.push(Buffer.from(bytes.subarray(from)))
    }
    if (lines.length > 0) yield lines
  }
  if (restBytes > 0) yield [isTooLong ? Buffer.alloc(0) : Buffer.concat(rest)]
}
