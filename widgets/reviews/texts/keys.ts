import type { Reason } from '../../report-reasons.ts'
import type { Sort } from '../../wire.ts'

export type Texts = {
  heading: string
  /** `{n}`, by the categories of Intl.PluralRules; `other` is always valid. */
  count: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  /** `{n}` */
  starsOf: string
  write: string
  noneYet: string
  invite: string
  sort: string
  sorts: Record<Exclude<Sort, 'helpful'>, string>
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
  record: string
  close: string
  previous: string
  next: string
  why: string
  reasons: Record<Reason, string>
  text: string
  send: string
  reportFailed: string
  reported: string
}
