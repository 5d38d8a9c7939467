/**
 * Replaces one id by another in JSON. A list that contains both then has the new id once, at the first position of either.
 */
export function replaceId<T>(json: T, from: string, into: string): T {
  const replaced = (value: unknown): unknown => {
    if (value === from) return into
    if (Array.isArray(value)) return value.includes(from) ? [...new Set(value.map(replaced))] : value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]))
  }
  return replaced(json) as T
}
