// The rules of a programme in a shopper's own words: what gives points, and what becomes of them. Pure.
import type { Explained } from '../schema.ts'

/** What a shopper has to know of a programme. Points per unit as a number, amounts as decimal strings. */
export type Rules = {
  pointsPerUnit: number
  currency: string | null
  holdDays: number
  expiryDays: number | null
  birthdayPoints: number
  referral: { advocatePoints: number; friendPoints: number; minimumTotal: string }
}

const locales = ['en', 'de'] as const
type Locale = (typeof locales)[number]

/** In the order in which a shopper asks. What gives nothing is not spoken of. */
export function explain(rules: Rules): Explained[] {
  const said = (kind: Explained['kind'], text: (words: Words) => string): Explained => ({
    kind,
    en: text(wordsOf('en', rules)),
    de: text(wordsOf('de', rules)),
  })
  const { pointsPerUnit, holdDays, expiryDays, birthdayPoints, referral } = rules
  const rewardsFriends = referral.advocatePoints > 0 || referral.friendPoints > 0
  return [
    ...(pointsPerUnit > 0 ? [said('order', (words) => words.order), said('refund', (words) => words.refund)] : []),
    ...(pointsPerUnit > 0 && holdDays > 0 ? [said('hold', (words) => words.hold)] : []),
    ...(birthdayPoints > 0 ? [said('birthday', (words) => words.birthday)] : []),
    ...(rewardsFriends ? [said('referral', (words) => words.referral)] : []),
    ...(expiryDays === null ? [] : [said('expiry', (words) => words.expiry)]),
  ]
}

type Words = Record<Explained['kind'], string>

function wordsOf(locale: Locale, rules: Rules): Words {
  const { pointsPerUnit, currency, holdDays, expiryDays, birthdayPoints, referral } = rules
  const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 4 })
  const points = (value: number) =>
    locale === 'de'
      ? `${number(value)} ${value === 1 ? 'Punkt' : 'Punkte'}`
      : `${number(value)} ${value === 1 ? 'point' : 'points'}`
  const days = (value: number) =>
    locale === 'de'
      ? `${number(value)} ${value === 1 ? 'Tag' : 'Tage'}`
      : `${number(value)} ${value === 1 ? 'day' : 'days'}`
  const amount = (value: number) => amountOf(locale, currency, value)
  // "1 point for 20" is easier to picture than "0.05 points for 1".
  const per = pointsPerUnit < 1 && Number.isInteger(round(1 / pointsPerUnit)) ? round(1 / pointsPerUnit) : 1
  const least = Number(referral.minimumTotal)
  const friend = { points: points(referral.friendPoints), isGiven: referral.friendPoints > 0 }
  if (locale === 'de') {
    const given = points(round(per * pointsPerUnit))
    return {
      order: `${given} für je ${amount(per)} einer Bestellung.`,
      refund: 'Was erstattet oder storniert wird, gibt keine Punkte.',
      hold: `Die Punkte einer Bestellung lassen sich nach ${days(holdDays).replace('Tage', 'Tagen')} einlösen.`,
      birthday: `${points(birthdayPoints)} zum Geburtstag, einmal im Jahr.`,
      referral: `${points(referral.advocatePoints)}, wenn jemand auf Ihre Empfehlung zum ersten Mal bestellt${least > 0 ? `, für mindestens ${amount(least)}` : ''}.${friend.isGiven ? ` Ihre Freundin oder Ihr Freund bekommt ${friend.points}.` : ''}`,
      expiry: `Punkte verfallen ${days(expiryDays ?? 0)} nach dem Tag, an dem sie verdient wurden. Die ältesten werden zuerst eingelöst.`,
    }
  }
  return {
    order: `${points(round(per * pointsPerUnit))} for every ${amount(per)} of an order.`,
    refund: 'What is refunded or cancelled gives no points.',
    hold: `The points of an order can be spent after ${days(holdDays)}.`,
    birthday: `${points(birthdayPoints)} for your birthday, once a year.`,
    referral: `${points(referral.advocatePoints)} when a friend whom you sent orders for the first time${least > 0 ? `, for at least ${amount(least)}` : ''}.${friend.isGiven ? ` Your friend gets ${friend.points}.` : ''}`,
    expiry: `Points lapse ${days(expiryDays ?? 0)} after the day on which they were earned. The oldest are spent first.`,
  }
}

/** Rates have four decimals at most; a quotient of them is not to show the noise of its arithmetic. */
const round = (value: number) => Math.round(value * 10_000) / 10_000

/** Without a currency of the programme an order counts in its own, whichever that is. */
function amountOf(locale: Locale, currency: string | null, value: number): string {
  const digits = { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 }
  if (currency === null) return value.toLocaleString(locale, { ...digits, minimumFractionDigits: 2 })
  return value.toLocaleString(locale, { style: 'currency', currency, ...digits })
}
