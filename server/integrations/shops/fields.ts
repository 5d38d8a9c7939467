import { Parser } from 'htmlparser2'

/**
 * Undefined for invalid JSON. Some shops have a source file that starts with a byte order mark, so their responses
 * start with one too.
 */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF+/, ''))
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/** Null for empty values. Accepts numbers too, because shops store identifiers in fields of any type. */
export function readText(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

export const readId = (value: unknown): string | undefined => {
  const id =
    typeof value === 'number' ? (Number.isSafeInteger(value) && value > 0 ? String(value) : null) : readText(value)
  return id === null || id.length > 255 ? undefined : id
}

export function readTime(value: unknown): Date | null {
  const time = typeof value === 'string' && value !== '' ? new Date(value) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : null
}

/** Accepts only web links, because they become links on pages. */
export function readLink(value: unknown, base?: string): string | null {
  const text = readText(value)
  if (text === null || !URL.canParse(text, base)) return null
  const { protocol, href } = new URL(text, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

export function readPlainText(value: unknown): string | null {
  if (typeof value !== 'string' || !/[<&]/.test(value)) return readText(value)
  let text = ''
  let skipped = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'script' || name === 'style') skipped += 1
      else if (!inline.has(name)) text += '\n'
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') skipped -= 1
      else if (!inline.has(name)) text += '\n'
    },
    ontext: (piece) => {
      if (skipped === 0) text += piece
    },
  })
  parser.end(value)
  return readText(text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n'))
}

const inline = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'font',
  'i',
  'img',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])

/** Returns an amount as a decimal string without an exponent. A string stays exactly as sent. */
export function readAmount(value: unknown): string | null {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : null
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const [digits = '', exponent] = String(value).split('e')
  if (exponent === undefined) return digits
  if (Number(exponent) > 0) return String(BigInt(value))
  const sign = value < 0 ? '-' : ''
  return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`
}

/** Adds without rounding, for any number of decimals. */
export function sumAmounts(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((each) => each.split('.')[1]?.length ?? 0))
  const units = amounts.reduce((sum, each) => {
    const [whole = '0', fraction = ''] = each.split('.')
    return sum + BigInt(whole + fraction.padEnd(digits, '0'))
  }, 0n)
  const sign = units < 0n ? '-' : ''
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Null for negative values, which no price or total has. */
export function readPrice(value: unknown): string | null {
  const amount = readAmount(value)
  return amount === null || amount.startsWith('-') ? null : amount
}
