export type Fields = Record<string, unknown>

/** BigCommerce's ids are numbers; 0 means none. */
export function readId(value: unknown): string | null {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}
