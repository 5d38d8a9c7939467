// The parser's line number counts a CRLF in a quoted cell twice, so the line number is derived from the row's end.

export type SourceRow = { line: number; lastLine: number; isQuotedProperly(): boolean }

export class CsvSource {
  readonly #delimiter: string
  readonly #newline: '\n' | '\r'
  readonly #pending: Buffer[] = []
  #added = 0
  #offset = 0
  #breaks = 0

  constructor({ delimiter, newline }: { delimiter: string; newline: '\n' | '\r' }) {
    this.#delimiter = delimiter
    this.#newline = newline
  }

  add(chunk: Buffer): void {
    this.#pending.push(chunk)
    this.#added += chunk.length
  }

  get pendingBytes(): number {
    return this.#added - this.#offset
  }

  get nextLine(): number {
    return this.#breaks + 1
  }

  take(end: number): SourceRow {
    const line = this.nextLine
    const bytes = this.#bytesUntil(end)
    this.#breaks += occurrences(bytes, this.#newline.charCodeAt(0))
    const endsWithBreak = bytes.at(-1) === this.#newline.charCodeAt(0)
    return {
      line,
      lastLine: endsWithBreak ? this.#breaks : this.nextLine,
      isQuotedProperly: () => isQuotedProperly(bytes.toString('utf8'), this.#delimiter),
    }
  }

  #bytesUntil(end: number): Buffer {
    const parts: Buffer[] = []
    for (let chunk = this.#pending[0]; chunk && this.#offset < end; chunk = this.#pending[0]) {
      const part = chunk.subarray(0, end - this.#offset)
      parts.push(part)
      this.#offset += part.length
      if (part.length === chunk.length) this.#pending.shift()
      else this.#pending[0] = chunk.subarray(part.length)
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }
}

function occurrences(bytes: Buffer, byte: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count++
  return count
}

function isQuotedProperly(row: string, delimiter: string): boolean {
  let at = 0
  while (at < row.length) {
    while (row[at] === ' ') at++
    if (row[at] === '"') {
      at = closingMark(row, at + 1) + 1
      if (at < row.length && row[at] !== delimiter && row[at] !== '\r' && row[at] !== '\n') return false
    } else {
      const next = row.indexOf(delimiter, at)
      at = next === -1 ? row.length : next
    }
    at++
  }
  return true
}

function closingMark(row: string, from: number): number {
  let at = row.indexOf('"', from)
  while (at !== -1 && row[at + 1] === '"') at = row.indexOf('"', at + 2)
  return at === -1 ? row.length : at
}
