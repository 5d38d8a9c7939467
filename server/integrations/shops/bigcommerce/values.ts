// BigCommerce's ids.

export type Fields = Record<string, unknown>

/** They are numbers, and 0 says none. */
export function idOf(value: unknown): string | null {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}
