// Reads the parameters of a URL or the arguments of a tool. A list is a repeated parameter or an array. Unknown names
// are ignored, because agents add their own.
import { createHash } from 'node:crypto'
import { decodeCursor } from '#platform/calls/paging/page.ts'
import { checkText } from '#platform/calls/validate.ts'
import { invalid, invalidField } from '#platform/values/errors.ts'
import { type AskedId, idTypes, maxIds, maxReviews, type Sort, sorts } from './schema.ts'
import type { ExcerptRequest } from './store.ts'

export type GivenValues = Readonly<Record<string, unknown>>

const maxLength = 255

export type AskedReviews = { id: AskedId; request: ExcerptRequest & { limit: number }; mark: string }
export type AskedFaqs = { id: AskedId | undefined; q: string | undefined }

export function parseIds(given: GivenValues): AskedId[] {
  const ids = listIds(given)
  if (ids.length === 0 || ids.length > maxIds)
    throw invalid(
      `Send 1 to ${maxIds} ids in total, as ${idTypes.join(', ')}. A parameter can be repeated.`,
      ids.length === 0 ? undefined : [{ path: '', message: `has ${ids.length} ids` }],
    )
  return ids
}

export function parseReviews(given: GivenValues): AskedReviews {
  const id = parseOneId(given)
  if (!id) throw invalid(`Send the id of one product, as ${idTypes.join(', ')}.`)
  const sort = parseChoice<Sort>(given, 'sort', sorts) ?? 'newest'
  const asked = {
    sort,
    ratings: parseStars(given),
    verified: parseFlag(given, 'verified'),
    language: parseLanguage(given),
  }
  const mark = createHash('sha256')
    .update(JSON.stringify([id, asked]))
    .digest('base64url')
    .slice(0, 8)
  const cursor = parseCursor(given, mark)
  return { id, mark, request: { ...asked, limit: parseLimit(given), ...(cursor !== undefined && { cursor }) } }
}

export function parseFaqs(given: GivenValues): AskedFaqs {
  const q = parseText(given, 'q')
  return { id: parseOneId(given), q: q === undefined || q.trim() === '' ? undefined : q }
}

const listIds = (given: GivenValues): AskedId[] =>
  idTypes.flatMap((type) => listTexts(given, type).map((value) => ({ type, value })))

function parseOneId(given: GivenValues): AskedId | undefined {
  const [id, second] = listIds(given)
  if (second)
    throw invalid(`Send only one id, as ${idTypes.join(', ')}.`, [
      { path: `/${second.type}`, message: 'is one id too many' },
    ])
  return id
}

function listTexts(given: GivenValues, name: string): string[] {
  const values = given[name]
  if (values === undefined || values === null) return []
  return [values].flat().map((value: unknown) => {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') throw invalidField(`/${name}`, 'must be text')
    if (text === '' || text.length > maxLength) throw invalidField(`/${name}`, `must have 1 to ${maxLength} characters`)
    checkText(text, `/${name}`)
    return text
  })
}

function parseText(given: GivenValues, name: string): string | undefined {
  if (given[name] === '') return undefined
  const [text, second] = listTexts(given, name)
  if (second !== undefined) throw invalidField(`/${name}`, 'is given more than once')
  return text
}

function parseChoice<T extends string>(given: GivenValues, name: string, choices: readonly T[]): T | undefined {
  const text = parseText(given, name)
  if (text === undefined) return undefined
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw invalidField(`/${name}`, `must be one of ${choices.join(', ')}`)
  return choice
}

function parseFlag(given: GivenValues, name: string): boolean | undefined {
  const value = given[name]
  if (typeof value === 'boolean') return value
  const text = parseText(given, name)
  if (text === undefined) return undefined
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw invalidField(`/${name}`, 'must be true or false')
}

/** Sorts the stars and removes repeats, so that all spellings of a filter are equal. Undefined for all stars. */
function parseStars(given: GivenValues): number[] | undefined {
  const texts = listTexts(given, 'rating').flatMap((text) => text.split(','))
  if (texts.length === 0) return undefined
  const stars = texts.map((text) => {
    if (!/^[1-5]$/.test(text)) throw invalidField('/rating', 'must be whole stars from 1 to 5')
    return Number(text)
  })
  return [...new Set(stars)].sort((a, b) => b - a)
}

function parseLanguage(given: GivenValues): string | undefined {
  const text = parseText(given, 'locale')
  if (text === undefined) return undefined
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/.test(text))
    throw invalidField('/locale', 'must be a language tag such as de or pt-BR')
  return text.toLowerCase().split(/[-_]/)[0]
}

function parseLimit(given: GivenValues): number {
  const text = parseText(given, 'limit')
  if (text === undefined) return maxReviews
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > maxReviews)
    throw invalidField('/limit', `must be from 1 to ${maxReviews}`)
  return Number(text)
}

function parseCursor(given: GivenValues, mark: string): string | undefined {
  const text = parseText(given, 'cursor')
  if (text === undefined) return undefined
  const [position = '', own] = text.split('.')
  decodeCursor(position)
  if (own !== mark)
    throw invalidField('/cursor', 'belongs to another list, order or filter: ask for the first page again')
  return position
}
