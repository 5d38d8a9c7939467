// Query and path values are text and are converted by the schema's types. Every refusal names the field by a JSON pointer.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { Settings } from 'typebox/system'
import type { RequestParts } from '../identity/incoming.ts'
import { isCountry } from '../values/countries.ts'
import { type Detail, invalid } from '../values/errors.ts'
import { isInstant } from '../values/instant.ts'
import { isCurrency } from '../values/money.ts'

export type Input = { params: unknown; query: unknown; body: unknown }
/** Returns the converted input; throws 400. */
export type Validator = (sent: RequestParts) => Input
export type InputSchemas = { params?: TSchema; query?: TSchema; body?: TSchema }

const maxDetails = 20

// The library's default is eight.
Settings.Set({ maxErrors: maxDetails })

// The library accepts leap seconds and the year 0, and the database does not.
Format.Set('date-time', isInstant)
Format.Set('currency', isCurrency)
// An empty string clears the country, as it clears any other pushed field.
Format.Set('country', (text) => text === '' || isCountry(text))

/** `isLenient`: unknown query parameters are ignored. */
export function compileValidator(schemas: InputSchemas, { isLenient }: { isLenient: boolean }): Validator {
  const params = schemas.params && checker(schemas.params, 'path')
  const query = schemas.query && checker(schemas.query, 'query')
  const body = schemas.body && checker(schemas.body, 'body')
  const readParams = schemas.params && reader(schemas.params)
  const readQuery = schemas.query && reader(schemas.query)
  const knownQuery = Object.keys((schemas.query as Shape | undefined)?.properties ?? {})
  return (sent) => {
    const path = params && readParams ? params(readParams(sent.params)) : {}
    if (!isLenient) requireKnown(Object.keys(sent.query), knownQuery)
    const search = query && readQuery ? query(readQuery(sent.query)) : {}
    return { params: path, query: search, body: body ? body(sent.body()) : undefined }
  }
}

export function checker(schema: TSchema, where: string): (value: unknown) => unknown {
  const compiled = Compile(schema)
  learnPatterns(schema)
  return (value) => {
    if (compiled.Check(value)) return value
    const details = summarise(compiled.Errors(value) as SchemaError[], value)
    const [first] = details
    throw invalid(
      first ? `The ${where} does not fit: ${first.path || 'it'} ${first.message}.` : `The ${where} does not fit.`,
      details,
    )
  }
}

/** A misspelled filter must not silently select everything. */
function requireKnown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const details = unknown.slice(0, maxDetails).map((name) => {
    const nearest = nearestTo(name, known)
    const isPaging = pagingNames.has(name.toLowerCase().replace(/[_-]/g, '')) && known.includes('cursor')
    const message = isPaging
      ? 'is no parameter of this call: lists are read with limit, and cursor with the nextCursor of the page before'
      : nearest
        ? `is no parameter of this call; did you mean ${nearest}?`
        : 'is no parameter of this call'
    return { path: `/${name.toWellFormed().slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`, message }
  })
  const [first] = details
  throw invalid(
    first ? `The query does not fit: ${first.path} ${first.message}${first.message.endsWith('?') ? '' : '.'}` : '',
    details,
  )
}

const pagingNames = new Set([
  ...['page', 'pagenumber', 'pageno', 'offset', 'skip', 'start', 'startingafter', 'after', 'pagetoken', 'pagecursor'],
  ...['perpage', 'pagesize', 'size', 'maxresults', 'first', 'take', 'top'],
])

/** The name with the fewest inserted, missing or changed letters, ignoring capitals, `_` and `-`. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.slice(0, 100).toLowerCase().replace(/[_-]/g, '')
  const distances = known.map((each) => ({ each, distance: editDistance(plain(name), plain(each)) }))
  return distances.sort((a, b) => a.distance - b.distance)[0]?.each
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

type SchemaError = { keyword: string; instancePath: string; message: string; params: Record<string, unknown> }

function summarise(errors: SchemaError[], whole: unknown): Detail[] {
  const details = new Map<string, Detail>()
  for (const { keyword, instancePath, message, params } of errors) {
    const missing = keyword === 'required' ? (params.requiredProperties as string[]) : undefined
    const found = missing
      ? missing.map((name) => ({ path: `${instancePath}/${name}`, message: 'is required' }))
      : [
          {
            path: instancePath,
            message: belowZero(keyword, params, whole, instancePath) ?? wording(keyword, message, params),
          },
        ]
    // An error about the format replaces others of the same field, such as the length, because it is more helpful.
    const saysMore = keyword === 'format'
    for (const detail of found) if (saysMore || !details.has(detail.path)) details.set(detail.path, detail)
    if (details.size >= maxDetails) break
  }
  return [...details.values()]
}

/** Returns the message for a negative amount that would be valid without its sign. */
function belowZero(keyword: string, params: Record<string, unknown>, whole: unknown, path: string): string | undefined {
  if (keyword !== 'pattern') return undefined
  const value = valueAt(whole, path)
  const isNegative = typeof value === 'string' && /^-\d+(\.\d+)?$/.test(value)
  return isNegative && new RegExp(String(params.pattern), 'u').test(value.slice(1)) ? 'must not be below 0' : undefined
}

const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) =>
        value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[part] : undefined,
      whole,
    )

function wording(keyword: string, message: string, params: Record<string, unknown>): string {
  if (keyword === 'enum') return `must be ${formatChoices(params.allowedValues as unknown[])}`
  if (keyword === 'pattern')
    return expected.get(String(params.pattern)) ?? `must have the form ${String(params.pattern)}`
  if (keyword === 'format') return wordingOfFormat[String(params.format)] ?? message
  if (keyword === 'type')
    return `must be ${[params.type]
      .flat()
      .map((type) => wordOfType[String(type)])
      .join(' or ')}`
  return wordingOfLimit[keyword]?.(Number(params.limit)) ?? message
}

const formatChoices = (words: unknown[]) =>
  words.length === 1 ? String(words[0]) : `one of ${words.map(String).join(', ')}`

/**
 * Maps a pattern to its `x-expected` text. Equal patterns have the same text everywhere, so all services of the process
 * share this map. It grows only with the code's schemas.
 */
const expected = new Map<string, string>()

function learnPatterns(schema: unknown): void {
  if (schema === null || typeof schema !== 'object') return
  const { pattern, 'x-expected': words } = schema as Record<string, unknown>
  if (typeof pattern === 'string' && typeof words === 'string') expected.set(pattern, words)
  for (const each of Object.values(schema)) learnPatterns(each)
}

const wordOfType: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
}

/** Replaces messages of the library, such as "fewer than 1 characters", by texts that fit beside a form's field. */
const wordingOfLimit: Record<string, (limit: number) => string> = {
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${counted(limit, 'character')}`,
  minItems: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: (limit) => `must have at most ${counted(limit, 'item')}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
}

const counted = (limit: number, noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`

const wordingOfFormat: Record<string, string> = {
  uuid: 'is not a UUID such as 019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
  'date-time': 'is not an ISO 8601 instant such as 2026-11-21T09:00:00Z',
  currency: 'is not an ISO 4217 currency in capitals, such as EUR',
  country: 'is not an ISO 3166-1 country of two capitals, such as DE',
  cursor: 'is not a cursor of this list',
}

type Shape = {
  type?: string | string[]
  format?: string
  properties?: Record<string, Shape>
  items?: Shape
  enum?: unknown[]
  default?: unknown
}

function reader(schema: TSchema): (values: Record<string, unknown>) => Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, Shape> }
  const shapes = Object.entries(properties)
  return (values) => {
    const read: Record<string, unknown> = {}
    for (const [name, shape] of shapes) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined) continue
      if (typeof value === 'string') checkText(value, `/${name}`)
      if (Array.isArray(value) && shape.type !== 'array')
        throw invalid(`"${name}" is given more than once.`, [{ path: `/${name}`, message: 'is given more than once' }])
      if (shape.format === 'date-time' && typeof value === 'string') requireEncodedPlus(name, value)
      read[name] = readAs(shape, value)
    }
    return read
  }
}

/** In a URL, `+` means a space, so a space precedes an unencoded time zone offset. */
function requireEncodedPlus(name: string, text: string): void {
  if (!/T[\d:.]+ \d{2}:?\d{2}$/.test(text)) return
  const message = 'has a space where its + should be: write + as %2B in an address, or use UTC with Z'
  throw invalid(`The query does not fit: /${name} ${message}.`, [{ path: `/${name}`, message }])
}

function readAs(shape: Shape, value: unknown): unknown {
  if (shape.type === 'array')
    return (Array.isArray(value) ? value : String(value).split(',')).map((item) => readAs(shape.items ?? {}, item))
  if (typeof value !== 'string') return value
  if (shape.type === 'boolean')
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  if ((shape.type === 'integer' || shape.type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(value))
    return Number(value)
  return value
}

/** PostgreSQL stores neither NUL nor lone surrogates, so both are refused rather than changed silently. */
export function checkText(text: string, path: string): void {
  if (text.includes('\u0000'))
    throw invalid(`${path} contains a NUL character. Remove it.`, [{ path, message: 'contains a NUL character' }])
  if (!text.isWellFormed()) throw invalid(`${path} is not valid Unicode.`, [{ path, message: 'is not valid Unicode' }])
}

export const bodyRequired = (shape?: { required?: readonly string[] }) =>
  invalid(
    'A JSON body is required.',
    shape?.required?.map((name) => ({ path: `/${name}`, message: 'is required' })),
  )
