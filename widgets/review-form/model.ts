// Model of the form for browser and server. It uses no browser types. The server validates everything again.

import type english from '../../locales/en/review-form.json'
import { fill } from '../../locales/fill.ts'

export const limits = { title: 150, body: 5000, authorName: 80, photos: 5, photoBytes: 10 * 1024 * 1024 }

export const relationships = ['none', 'employee', 'family', 'supplier', 'competitor', 'other'] as const

/** A faster submission comes from a bot. */
export const minMs = 3_000

export type Values = {
  rating: number
  title: string
  body: string
  authorName: string
  authorEmail: string
  consent: boolean
  /** Honeypot field. People cannot see it, so only bots fill it in. */
  homepage: string
  answers: Record<string, number>
  /** Empty until the author chooses. Always empty if the form does not ask. */
  relationship: (typeof relationships)[number] | ''
}

export type Ask = {
  id: string
  kind: 'scale' | 'choice'
  label: string
  lowLabel: string | null
  highLabel: string | null
  choices: readonly string[]
}

export const noValues: Values = {
  rating: 0,
  title: '',
  body: '',
  authorName: '',
  authorEmail: '',
  consent: false,
  homepage: '',
  answers: {},
  relationship: '',
}

export type Field = 'rating' | 'title' | 'body' | 'photos' | 'authorName' | 'authorEmail' | 'relationship' | 'consent'

export type Problem =
  | 'ratingMissing'
  | 'titleLong'
  | 'bodyMissing'
  | 'bodyLong'
  | 'nameMissing'
  | 'nameLong'
  | 'nameAddress'
  | 'emailWrong'
  | 'relationshipMissing'
  | 'consentMissing'
  | 'photoSize'
  | 'photoType'
  | 'photoMany'
  | 'photoPixels'
  | 'photoDamaged'
  | 'photoFailed'
  | 'tooMany'
  | 'offline'
  | 'closed'
  | 'buyersOnly'
  | 'refused'

export type Problems = Partial<Record<Field | 'form', Problem>>

export type Photo = { id: string; url: string }

export type Texts = typeof english

export type FormProps = {
  id: string
  texts: Texts
  storeName: string
  needsEmail: boolean
  action?: string
  hidden?: Record<string, string>
  initial?: { values?: Partial<Values>; photos?: Photo[]; problems?: Problems }
  incentive?: { text: string; terms: string | null } | null
  buyersOnly?: boolean | undefined
  asked?: readonly Ask[]
  /** True if the store asks authors for their relationship to the shop. */
  askRelationship?: boolean
  typed?: Partial<Values>
  /** Default: true. */
  asksForPhotos?: boolean | undefined
  /** Address of the store's privacy policy. */
  privacyUrl?: string | null | undefined
  draftKey?: string
  /** Sentences below the thanks: the usual time until the decision, and the reward. */
  after?: readonly string[]
  /** Link that is shown after submission, if the form is outside the shop's page. */
  back?: { url: string; text: string }
}

/** Isolates the text direction of inserted text. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Converts the answers to the format that the service accepts. */
export const toAnswers = (answers: Values['answers']): { id: string; value: number }[] =>
  Object.entries(answers).map(([id, value]) => ({ id, value }))

/** Counts code points, as the service does, instead of UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/** Some blank characters are not whitespace to a regular expression, so control and format characters are excluded too. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)

const looksLikeEmail = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,251}\.[^\s@<>,;".]{2,63}$/

/** A question whose field could not be loaded is not required. */
type FieldRules = { needsEmail: boolean; askRelationship?: boolean; relationshipField?: unknown }

export function findProblems(values: Values, { needsEmail, askRelationship, relationshipField }: FieldRules): Problems {
  const problems: Problems = {}
  const { rating, title, body, authorName, authorEmail, consent } = values
  if (![1, 2, 3, 4, 5].includes(rating)) problems.rating = 'ratingMissing'
  if (lengthOf(title.trim()) > limits.title) problems.title = 'titleLong'
  if (!isVisible(body)) problems.body = 'bodyMissing'
  else if (lengthOf(body.trim()) > limits.body) problems.body = 'bodyLong'
  if (!isVisible(authorName)) problems.authorName = 'nameMissing'
  else if (lengthOf(authorName.trim()) > limits.authorName) problems.authorName = 'nameLong'
  else if (/\S@\S+\.\S/.test(authorName)) problems.authorName = 'nameAddress'
  if (needsEmail && !looksLikeEmail.test(authorEmail.trim())) problems.authorEmail = 'emailWrong'
  if (askRelationship && relationshipField && !values.relationship) problems.relationship = 'relationshipMissing'
  if (!consent) problems.consent = 'consentMissing'
  return problems
}

const problemsWithPhotos: Record<string, Problem> = {
  kind: 'photoType',
  pixels: 'photoPixels',
  damaged: 'photoDamaged',
  empty: 'photoDamaged',
}

export const problemWithPhoto = (reason: string | undefined): Problem =>
  problemsWithPhotos[reason ?? ''] ?? 'photoFailed'

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0

export function formatProblem(problem: Problem, texts: Texts, values: Values): string {
  const numbers = {
    titleLong: { n: lengthOf(values.title.trim()), max: limits.title },
    bodyLong: { n: lengthOf(values.body.trim()), max: limits.body },
    nameLong: { n: lengthOf(values.authorName.trim()), max: limits.authorName },
    photoMany: { max: limits.photos },
  } as Partial<Record<Problem, Record<string, number>>>
  return fill(texts[problem], numbers[problem] ?? {})
}
