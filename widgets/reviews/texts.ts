// The words of the reviews, a file a language: only the one that is wanted is fetched.
import type { Language } from '../language.ts'
import type { Sort } from '../wire.ts'
import type { Reason } from './dialogs/reasons.ts'

export type Texts = {
  heading: string
  /** `{n}`, by the names that Intl.PluralRules gives; `other` always fits. */
  count: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  /** `{n}` */
  starsOf: string
  write: string
  noneYet: string
  invite: string
  sort: string
  sorts: Record<Sort, string>
  withPhotos: string
  verified: string
  rewarded: string
  readMore: string
  readLess: string
  /** `{n}`, `{count}` */
  photo: string
  /** `{name}` */
  replyOf: string
  report: string
  showMore: string
  /** `{n}`, `{count}` */
  shown: string
  loading: string
  noMatch: string
  failed: string
  retry: string
  unavailable: string
  checked: string
  checks: readonly string[]
  policy: string
  close: string
  previous: string
  next: string
  why: string
  reasons: Record<Reason, string>
  /** Beside the reason. */
  text: string
  send: string
  reportFailed: string
  reported: string
}

const files: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./texts/en.ts'),
  de: () => import('./texts/de.ts'),
  fr: () => import('./texts/fr.ts'),
  es: () => import('./texts/es.ts'),
  it: () => import('./texts/it.ts'),
  nl: () => import('./texts/nl.ts'),
  pt: () => import('./texts/pt.ts'),
  pl: () => import('./texts/pl.ts'),
  ar: () => import('./texts/ar.ts'),
  he: () => import('./texts/he.ts'),
}

export const textsIn = async (language: Language): Promise<Texts> => (await files[language]()).texts
