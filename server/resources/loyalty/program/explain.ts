import { fill, formFor, type PluralForms } from '#locales/fill.ts'
import { type Language, languages } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import type { RuleExplanation } from './schema.ts'

export type Rules = {
  pointsPerUnit: number
  currency: string | null
  holdDays: number
  expiryDays: number | null
  birthdayPoints: number
  referral: { advocatePoints: number; friendPoints: number; minimumTotal: string }
}

/** Locale of numbers and amounts; plain `pt` would mean Brazil. */
const toLocale = (language: Language) => (language === 'pt' ? 'pt-PT' : language)

export function explain(rules: Rules): RuleExplanation[] {
  const said = Object.fromEntries(languages.map((language) => [language, sentencesIn(language, rules)])) as Record<
    Language,
    Sentences
  >
  const { pointsPerUnit, holdDays, expiryDays, birthdayPoints, referral } = rules
  const rewardsFriends = referral.advocatePoints > 0 || referral.friendPoints > 0
  const kinds: RuleExplanation['kind'][] = [
    ...(pointsPerUnit > 0 ? (['order', 'refund'] as const) : []),
    ...(pointsPerUnit > 0 && holdDays > 0 ? (['hold'] as const) : []),
    ...(birthdayPoints > 0 ? (['birthday'] as const) : []),
    ...(rewardsFriends ? (['referral'] as const) : []),
    ...(expiryDays === null ? [] : (['expiry'] as const)),
  ]
  return kinds.map((kind) => ({
    kind,
    ...(Object.fromEntries(languages.map((language) => [language, said[language][kind]])) as Record<Language, string>),
  }))
}

type Sentences = Record<RuleExplanation['kind'], string>

function sentencesIn(language: Language, rules: Rules): Sentences {
  const { pointsPerUnit, currency, holdDays, expiryDays, birthdayPoints, referral } = rules
  const words = textsIn('loyalty-program', language)
  const locale = toLocale(language)
  const plural = new Intl.PluralRules(locale)
  const counted = (forms: PluralForms, value: number) =>
    fill(formFor(forms, plural.select(value)), { n: value.toLocaleString(locale, { maximumFractionDigits: 4 }) })
  const points = (value: number) => counted(words.points, value)
  const amount = (value: number) => formatAmount(locale, currency, value)
  // "1 point for 20" is easier to picture than "0.05 points for 1".
  const per = pointsPerUnit < 1 && Number.isInteger(round(1 / pointsPerUnit)) ? round(1 / pointsPerUnit) : 1
  const least = Number(referral.minimumTotal)
  const referred = fill(least > 0 ? words.referralFrom : words.referral, {
    points: points(referral.advocatePoints),
    amount: amount(least),
  })
  return {
    order: fill(words.order, { points: points(round(per * pointsPerUnit)), amount: amount(per) }),
    refund: words.refund,
    hold: fill(words.hold, { days: counted(words.afterDays, holdDays) }),
    birthday: fill(words.birthday, { points: points(birthdayPoints) }),
    referral:
      referral.friendPoints > 0
        ? `${referred} ${fill(words.friend, { points: points(referral.friendPoints) })}`
        : referred,
    expiry: fill(words.expiry, { days: counted(words.days, expiryDays ?? 0) }),
  }
}

/** Rates have at most four decimals; rounding hides floating-point noise. */
const round = (value: number) => Math.round(value * 10_000) / 10_000

/** Without a currency of the programme the amount is a plain number, because each order counts in its own currency. */
function formatAmount(locale: string, currency: string | null, value: number): string {
  const digits = { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 }
  if (currency === null) return value.toLocaleString(locale, { ...digits, minimumFractionDigits: 2 })
  return value.toLocaleString(locale, { style: 'currency', currency, ...digits })
}
