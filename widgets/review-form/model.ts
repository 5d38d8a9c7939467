// What the form is made of, known alike to the browser and to the server that renders it. Names no browser type, so that
// the server's program can read it; decides nothing that the server does not decide again.

import type { Problem, Texts } from './texts/keys.ts'

export const limits = { title: 150, body: 5000, authorName: 80, photos: 5, photoBytes: 10 * 1024 * 1024 }

/** Less is no time to write a review; more, and the page has been open since yesterday. */
export const minMs = 3_000

export type Values = {
  rating: number
  title: string
  body: string
  authorName: string
  authorEmail: string
  consent: boolean
  /** Hidden from people: what fills it in is a program. */
  homepage: string
  /** What is asked beside the stars, by its ids. */
  answers: Record<string, number>
}

/** One thing that the store asks beside the stars. */
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
}

/** In the order of the page: the first wrong one gets the focus. */
export const fields = ['rating', 'title', 'body', 'photos', 'authorName', 'authorEmail', 'consent'] as const
export type Field = (typeof fields)[number]

export type Problems = Partial<Record<Field | 'form', Problem>>

/** A photo that the service has taken. */
export type Photo = { id: string; url: string }

export type FormProps = {
  /** Unique on the page. */
  id: string
  texts: Texts
  storeName: string
  needsEmail: boolean
  /** Where a browser without scripts sends the form, and what it sends along. */
  action?: string
  hidden?: Record<string, string>
  initial?: { values?: Partial<Values>; photos?: Photo[]; problems?: Problems }
  /** What is offered for a review, whatever its rating. */
  incentive?: { text: string; terms: string | null } | null
  asked?: readonly Ask[]
  /** Newer than any draft. */
  typed?: Partial<Values>
  /** Names the form among the drafts of this browser. */
  draftKey?: string
  /** Where who has written goes on, where the form is not in the shop's own page. */
  back?: { url: string; text: string }
}

export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Keeps its own direction in a sentence of another. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** As the service takes them. */
export const toAnswers = (answers: Values['answers']): { id: string; value: number }[] =>
  Object.entries(answers).map(([id, value]) => ({ id, value }))

/** Characters as people count them, near enough, and as the service does: not the halves of a pair. */
export const lengthOf = (text: string): number => [...text].length

/** There are blanks that are no blanks to a program. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)

const looksLikeEmail = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,251}\.[^\s@<>,;".]{2,63}$/

export function problemsOf(values: Values, { needsEmail }: { needsEmail: boolean }): Problems {
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
  if (!consent) problems.consent = 'consentMissing'
  return problems
}

const problemsWithPhotos: Record<string, Problem> = {
  kind: 'photoType',
  pixels: 'photoPixels',
  damaged: 'photoDamaged',
  empty: 'photoDamaged',
}

/** By what the service says is wrong with the file. */
export const problemWithPhoto = (reason: string | undefined): Problem =>
  problemsWithPhotos[reason ?? ''] ?? 'photoFailed'

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0

/** The sentence of a problem, with the numbers it speaks of. */
export function sentenceOf(problem: Problem, texts: Texts, values: Values): string {
  const numbers = {
    titleLong: { n: lengthOf(values.title.trim()), max: limits.title },
    bodyLong: { n: lengthOf(values.body.trim()), max: limits.body },
    nameLong: { n: lengthOf(values.authorName.trim()), max: limits.authorName },
    photoMany: { max: limits.photos },
  } as Partial<Record<Problem, Record<string, number>>>
  return fill(texts[problem], numbers[problem] ?? {})
}
