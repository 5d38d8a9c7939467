// Splits a JSON file with one list, possibly inside an object, into the texts of its elements, in constant memory.

/** Names of the list in exports and APIs: `{"reviews": [ … ]}`, `{"response": {"reviews": [ … ]}}`. */
const wrappers = new Set(
  'reviews data items results records rows list entries response result body content products orders faqs questions customers members suppressions emails'.split(
    ' ',
  ),
)
const deepest = 4
const maxElementBytes = 1024 * 1024

export type Element = { text: string } | 'too_long' | 'unfinished'

export function listStart(text: string): number | undefined {
  const at = startIn(text, skipSpace(text, 0), 0)
  return at === undefined ? undefined : Buffer.byteLength(text.slice(0, at))
}

function startIn(text: string, at: number, depth: number): number | undefined {
  if (text[at] === '[') return at + 1
  if (text[at] !== '{' || depth > deepest) return undefined
  let next = skipSpace(text, at + 1)
  while (text[next] === '"') {
    const end = endOfString(text, next)
    const name = text.slice(next + 1, end - 1)
    const colon = skipSpace(text, end)
    if (text[colon] !== ':') return undefined
    const value = skipSpace(text, colon + 1)
    if (wrappers.has(name.toLowerCase())) {
      // A list of plain strings is a field of a record, such as its pictures, so it is not the list of records.
      if (text[value] === '[' && /^\[\s*[{\]]/.test(text.slice(value, value + 1_000))) return value + 1
      const inner = text[value] === '{' ? startIn(text, value, depth + 1) : undefined
      if (inner !== undefined) return inner
    }
    const after = skipSpace(text, endOfValue(text, value))
    if (text[after] !== ',') return undefined
    next = skipSpace(text, after + 1)
  }
  return undefined
}

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /\s/.test(text[at] as string)) at += 1
  return at
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfValue(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const character = text[at] as string
    if (character === '"') {
      at = endOfString(text, at)
      if (depth === 0) return at
      continue
    }
    if (depth === 0 && /[,\]}]/.test(character)) return at
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
    at += 1
  }
  return at
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

export async function* splitElements(chunks: AsyncIterable<Buffer>, start: number): AsyncGenerator<Element> {
  let skipped = 0
  let depth = 0
  let isInText = false
  let isEscaped = false
  let pending: Buffer[] = []
  let size = 0
  const add = (bytes: Buffer) => {
    size += bytes.length
    if (size <= maxElementBytes) pending.push(bytes)
  }
  const take = (): Element => {
    const element: Element = size > maxElementBytes ? 'too_long' : { text: Buffer.concat(pending).toString('utf8') }
    pending = []
    size = 0
    return element
  }
  const isBlank = (element: Element): boolean => typeof element === 'object' && element.text.trim() === ''
  for await (const whole of chunks) {
    const chunk = whole.subarray(Math.min(whole.length, start - skipped))
    skipped += whole.length - chunk.length
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
      } else if (byte === quote) isInText = true
      else if (byte === openBrace || byte === openBracket) depth += 1
      else if (depth > 0 && (byte === closeBrace || byte === closeBracket)) depth -= 1
      else if (depth === 0 && (byte === comma || byte === closeBracket)) {
        add(chunk.subarray(from, at))
        from = at + 1
        const element = take()
        if (!isBlank(element)) yield element
        if (byte === closeBracket) return
      }
    }
    add(chunk.subarray(from))
  }
  yield 'unfinished'
}
