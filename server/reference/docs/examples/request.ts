// Markers in texts represent the reader's shell variables, because each language reads the environment differently.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type Request = {
  method: string
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  body: { json: Json } | { file: string } | undefined
  /** The part of the response that is printed, and the variable that stores it. Undefined prints the whole response. */
  kept: { variable: string; path: readonly (string | number)[] } | undefined
}

/** The markers are private-use Unicode characters, which none of our texts contains. */
const [open, close] = ['\ue000', '\ue001']

export const variable = (name: string): string => `${open}${name}${close}`

export type Part = { text: string } | { variable: string }

export const splitParts = (text: string): Part[] =>
  text
    .split(/\ue000(\w+)\ue001/)
    .map((part, at): Part => (at % 2 === 1 ? { variable: part } : { text: part }))
    .filter((part) => 'variable' in part || part.text !== '')

export const joined = (
  text: string,
  write: { text(text: string): string; variable(name: string): string },
  operator: string,
): string =>
  splitParts(text)
    .map((part) => ('variable' in part ? write.variable(part.variable) : write.text(part.text)))
    .join(operator) || write.text('')

export const interpolated = (
  text: string,
  write: { text(text: string): string; variable(name: string): string },
): string =>
  splitParts(text)
    .map((part) => ('variable' in part ? write.variable(part.variable) : write.text(part.text)))
    .join('')

export const hasVariable = (text: string): boolean => text.includes(open)

export const onlyVariable = (text: string): string | undefined => /^\ue000(\w+)\ue001$/.exec(text)?.[1]

type Literals = {
  string(text: string): string
  word(value: null | boolean): string
  key(name: string): string
  list: readonly [begin: string, end: string]
  object: readonly [begin: string, end: string]
  empty: { list: string; object: string }
  step: string
}

export function literal(value: Json, language: Literals, indent = ''): string {
  if (typeof value === 'string') return language.string(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return language.word(value)
  const isList = Array.isArray(value)
  const entries = isList ? value.map((each) => ['', each] as const) : Object.entries(value)
  if (entries.length === 0) return isList ? language.empty.list : language.empty.object
  const inner = `${indent}${language.step}`
  const items = entries.map(([name, each]) => `${isList ? '' : language.key(name)}${literal(each, language, inner)}`)
  const [begin, end] = isList ? language.list : language.object
  const short = `${begin}${items.join(', ')}${end}`
  if (short.length <= longestLine && !short.includes('\n')) return short
  return `${begin.trim()}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${indent}${end.trim()}`
}

const longestLine = 60
