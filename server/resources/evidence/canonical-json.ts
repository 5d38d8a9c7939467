// JSON in its canonical form of RFC 8785, so that anybody can reproduce our hashes and signatures. Pure.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Throws for values without a canonical form: NaN, infinities and lone surrogates. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('JSON cannot represent this number.')
    // RFC 8785 uses ECMAScript's number format.
    return JSON.stringify(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('A lone surrogate is not valid text.')
    return JSON.stringify(value)
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Names are sorted by UTF-16 code units, as in the RFC and in JavaScript.
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
