// Values of BigCommerce's answers, which are nothing, empty, or numbers where others have text.

export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : trimmed
}

/** Ids are numbers, and 0 says none. */
export function idOf(value: unknown): string | null {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/** A decimal string of a number or a text, not negative. */
export function amountOf(value: unknown): string | null {
  const amount = typeof value === 'number' && Number.isFinite(value) ? plain(value) : value
  return typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) ? amount : null
}

/** Without an exponent, which JavaScript writes for what is very small. */
function plain(value: number): string {
  const written = String(value)
  return written.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : written
}

/** RFC 2822 in V2, ISO 8601 in V3; an empty text where there is none. */
export function timeOf(value: unknown): Date | null {
  const at = typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at)
}
