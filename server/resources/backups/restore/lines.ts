import { invalidArchive } from './problem.ts'
import { most } from './rules.ts'

const newline = 0x0a

export async function* readLines(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<string> {
  for await (const lines of linesAtOnce(content, path)) yield* lines
}

export async function* linesAtOnce(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<string[]> {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      if (size === 0) lines.push(chunk.toString('utf8', from, at))
      else lines.push(Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8'))
      pending = []
      size = 0
      from = at + 1
    }
    if (lines.length > 0) yield lines
    if (from === chunk.length) continue
    pending.push(chunk.subarray(from))
    size += chunk.length - from
    requireBounded(size, path)
  }
  if (size > 0) yield [Buffer.concat(pending).toString('utf8')]
}

/** Yields the number of lines that end in each chunk. It splits like `readLines`, without decoding the lines. */
export async function* countLines(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<number> {
  let size = 0
  for await (const chunk of content) {
    let lines = 0
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      lines++
      size = 0
      from = at + 1
    }
    size += chunk.length - from
    requireBounded(size, path)
    yield lines
  }
  if (size > 0) yield 1
}

function requireBounded(bytes: number, path: string): void {
  if (bytes > most.lineBytes) throw invalidArchive(`A line of ${path} is longer than ${most.lineBytes / 1024 ** 2} MB.`)
}
