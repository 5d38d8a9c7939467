// A form with bracketed names, as Stripe's clients send it. `items[0][price]=x` is a list that contains an object.

export type Form = { [name: string]: FormValue }
export type FormValue = string | Form | FormValue[]

export function decodeForm(text: string): Form {
  const root: Form = {}
  for (const [name, value] of new URLSearchParams(text)) put(root, parsePath(name), value)
  return listed(root) as Form
}

function parsePath(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function put(into: Form, [first = '', ...rest]: string[], value: string): void {
  // `expand[]=a&expand[]=b` gets the indexes 0 and 1.
  const name = first === '' ? String(Object.keys(into).length) : first
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const next = into[name]
  const inner: Form = typeof next === 'object' && !Array.isArray(next) ? next : {}
  into[name] = inner
  put(inner, rest, value)
}

/** An object whose names are 0, 1, 2 … is a list. */
function listed(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const inner = Object.fromEntries(names.map((name) => [name, listed(value[name] as FormValue)]))
  const isList = names.length > 0 && names.every((name, at) => name === String(at))
  return isList ? Object.values(inner) : inner
}

export const readText = (value: FormValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const readForm = (value: FormValue | undefined): Form =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
export const readList = (value: FormValue | undefined): FormValue[] => (Array.isArray(value) ? value : [])
export const readNumber = (value: FormValue | undefined): number | undefined =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined
/** Merges a map of texts. An empty text removes its entry. */
export function mergeMetadata(
  value: FormValue | undefined,
  before: Record<string, string> = {},
): Record<string, string> {
  const merged = { ...before }
  for (const [name, each] of Object.entries(readForm(value))) if (typeof each === 'string') merged[name] = each
  return Object.fromEntries(Object.entries(merged).filter(([, each]) => each !== ''))
}
