import { findStarWord } from '#platform/limits/star-words.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import { formatAmount, toMinorUnits } from '#platform/values/money.ts'
import { parseTag, readTranslations, translationsText } from '#platform/values/translations.ts'
import type {
  Incentive,
  IncentiveChanges,
  IncentiveValue,
  Languages,
  NewIncentive,
  NewValue,
  Status,
  Translation,
} from './schema.ts'

export type Content = Pick<
  Incentive,
  | 'kind'
  | 'text'
  | 'terms'
  | 'locale'
  | 'translations'
  | 'points'
  | 'code'
  | 'codes'
  | 'value'
  | 'startsAt'
  | 'endsAt'
  | 'lowAt'
  | 'buyersOnly'
  | 'fulfil'
  | 'status'
>

/** Translations word the promise, so a version has those that were shown with it. */
export const isSamePromise = (one: Content, other: Content): boolean =>
  (['kind', 'text', 'terms', 'locale', 'points', 'code', 'codes', 'buyersOnly'] as const).every(
    (name) => one[name] === other[name],
  ) &&
  translationsText(one.translations) === translationsText(other.translations) &&
  isSameValue(one.value, other.value)

const valueFields = ['type', 'amount', 'currency', 'minimumTotal', 'validDays'] as const
const isSameValue = (one: IncentiveValue | null, other: IncentiveValue | null): boolean =>
  one === other || (one !== null && other !== null && valueFields.every((name) => one[name] === other[name]))

export type IncentiveRow = Omit<Incentive, 'appliesTo' | 'pool'> & {
  isGeneral: boolean
  free: number
  given: number
  poolLevel: PoolLevel
  version: number
  activatedAt: string | null
}

export const toIncentive = ({
  isGeneral,
  free,
  given,
  poolLevel: _,
  activatedAt: __,
  version: ___,
  ...row
}: IncentiveRow): Incentive => ({
  ...row,
  appliesTo: isGeneral ? 'everything' : 'selected',
  pool: { free, given },
})

export const toContent = (sent: NewIncentive): Content => ({
  kind: sent.kind,
  text: sent.text.trim(),
  terms: trimText(sent.terms),
  ...toLanguages(sent),
  points: sent.points ?? null,
  code: trimText(sent.code),
  codes: sent.codes ?? 'own',
  value: toValue(sent.value),
  startsAt: sent.startsAt ?? null,
  endsAt: sent.endsAt ?? null,
  lowAt: sent.lowAt ?? null,
  buyersOnly: sent.buyersOnly ?? false,
  fulfil: sent.fulfil ?? 'submission',
  status: sent.status ?? 'draft',
})

/** Omitted fields do not change. `translations` are replaced completely. */
export const changedContent = (row: Content, changes: IncentiveChanges): Content => ({
  kind: changes.kind ?? row.kind,
  text: changes.text?.trim() ?? row.text,
  terms: changes.terms === undefined ? row.terms : trimText(changes.terms),
  ...toLanguages({
    locale: changes.locale === undefined ? row.locale : changes.locale,
    translations: changes.translations ?? row.translations,
  }),
  points: changes.points === undefined ? row.points : changes.points,
  code: changes.code === undefined ? (changes.codes === 'platform' ? null : row.code) : trimText(changes.code),
  codes: changes.codes ?? row.codes,
  value: changes.value === undefined ? (changes.codes === 'own' ? null : row.value) : toValue(changes.value),
  startsAt: changes.startsAt === undefined ? row.startsAt : changes.startsAt,
  endsAt: changes.endsAt === undefined ? row.endsAt : changes.endsAt,
  lowAt: changes.lowAt === undefined ? row.lowAt : changes.lowAt,
  buyersOnly: changes.buyersOnly ?? row.buyersOnly,
  fulfil: changes.fulfil ?? row.fulfil,
  status: changes.status ?? row.status,
})

export const toLanguages = ({ locale, translations }: Languages): Pick<Content, 'locale' | 'translations'> => ({
  locale: locale == null ? null : parseTag(locale, '/locale'),
  translations: readTranslations(onlyTexts(translations)),
})

/** Every offer that is shown reads the translations, so unknown fields are not stored. */
const onlyTexts = (translations: Languages['translations'] = {}) =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { text, terms }]): [string, Translation] => [
      language,
      { ...(text !== undefined && { text }), ...(terms !== undefined && { terms }) },
    ]),
  )

const trimText = (text: string | null | undefined): string | null => text?.trim() || null

/** Gives amounts the decimals of their currency, and drops the currency if no amount needs it. */
function toValue(sent: NewValue | null | undefined): IncentiveValue | null {
  if (!sent) return null
  const { type, amount = null, minimumTotal = null, validDays = null } = sent
  const currency = type === 'fixed_amount' || minimumTotal !== null ? (sent.currency ?? null) : null
  const inCurrency = (money: string | null) => (money === null ? null : formatAmount(money, currency))
  return {
    type,
    amount: type === 'fixed_amount' ? inCurrency(amount) : amount,
    currency,
    minimumTotal: inCurrency(minimumTotal),
    validDays,
  }
}

/** Throws 400 if a field of the body makes the offer depend on the review's content. */
export function refuseRatings(body: object): void {
  const name = findStarWord(body)
  if (name !== undefined)
    throw invalidField(
      `/${name}`,
      'cannot be given: an incentive is the same for every rating, and for praise and criticism alike',
    )
}

/** Percentages from 1 to 100, with at most two decimals. */
export const isSoundPercent = (amount: unknown): boolean =>
  typeof amount === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(amount) && Number(amount) >= 1 && Number(amount) <= 100

export function refuseUnsoundValue({ kind, code, codes, value }: Content): void {
  if (codes === 'own') {
    if (value !== null) throw invalidField('/value', 'belongs to codes that the shop makes. Send `codes` as `platform`')
    return
  }
  if (kind !== 'coupon') throw invalidField('/codes', 'cannot be `platform` for kind points')
  if (code !== null) throw invalidField('/code', 'must be left out, because the shop makes the codes')
  if (value === null) throw invalidField('/value', 'is required for codes that the shop makes')
  const { type, amount, currency, minimumTotal } = value
  if (type === 'free_shipping' && amount !== null) throw invalidField('/value/amount', 'must be null for free_shipping')
  if (type === 'fixed_amount' && !isAboveZero(amount)) throw invalidField('/value/amount', 'must be above 0')
  if (type === 'percent' && !isSoundPercent(amount))
    throw invalidField('/value/amount', 'must be from 1 to 100, with at most two decimals')
  if (currency === null && (type === 'fixed_amount' || minimumTotal !== null))
    throw invalidField('/value/currency', 'is required for an amount')
  if (minimumTotal !== null && !isAboveZero(minimumTotal)) throw invalidField('/value/minimumTotal', 'must be above 0')
  if (type === 'fixed_amount') requireUnits('/value/amount', amount, currency)
  requireUnits('/value/minimumTotal', minimumTotal, currency)
}

const isAboveZero = (amount: string | null): boolean => amount !== null && /[1-9]/.test(amount)

function requireUnits(path: string, amount: string | null, currency: string | null): void {
  if (amount === null || currency === null) return
  try {
    toMinorUnits(amount, currency)
  } catch {
    throw invalidField(path, `must be a whole number of the smallest unit of ${currency}`)
  }
}

export function refuseUnsound(content: Content, programPoints: number): void {
  const { kind, terms, points, code, startsAt, endsAt } = content
  if (terms?.includes('\0')) throw invalidField('/terms', 'holds a NUL')
  if (kind === 'coupon' && points !== null) throw invalidField('/points', 'belong to kind points alone')
  if (kind === 'points' && code !== null) throw invalidField('/code', 'belongs to kind coupon alone')
  if (kind === 'points' && points === null && programPoints === 0)
    throw invalidField('/points', 'is required, since the loyalty programme has no reviewPoints either')
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw invalidField('/endsAt', 'must be after startsAt')
}

/** A shown offer is a promise. Throws 409 for another kind, a return to draft, or a restart after its end. */
export function refuseBackwards(before: IncentiveRow, after: Content): void {
  if (before.activatedAt === null) return
  if (after.kind !== before.kind)
    throw conflict('Shoppers have seen this incentive, so its kind cannot change. End it and create another.')
  if (before.status === 'ended' && after.status !== 'ended') throw conflict('This incentive has ended. Create another.')
  if (after.status === 'draft' && before.status !== 'draft')
    throw conflict('Shoppers have seen this incentive, so it cannot become a draft. Pause or end it.')
}

export const isActive = (status: Status): boolean => status === 'active'

export type PoolLevel = 'enough' | 'low' | 'empty'

export const decideLevel = (free: number, lowAt: number | null): PoolLevel =>
  free === 0 ? 'empty' : lowAt !== null && free <= lowAt ? 'low' : 'enough'

const depth = { enough: 0, low: 1, empty: 2 } as const

/** True if owners must be mailed. They get one mail for each level that a falling pool reaches. */
export const hasFallen = (before: PoolLevel, after: PoolLevel): after is 'low' | 'empty' => depth[after] > depth[before]
