// JSON in the one spelling that RFC 8785 gives it: what is hashed and signed here, anybody can write down again. Pure.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Throws for what the RFC knows no spelling of: numbers that are none, and halves of surrogate pairs. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('JSON knows no such number.')
    // As ECMAScript writes numbers, which is what the RFC asks for.
    return JSON.stringify(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('Half a surrogate pair is no text.')
    return JSON.stringify(value)
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  // By UTF-16 code units, as the RFC sorts, and as JavaScript does.
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
