import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} Punkt', other: '{n} Punkte' },
  days: { one: '{n} Tag', other: '{n} Tage' },
  afterDays: { one: '{n} Tag', other: '{n} Tagen' },
  order: '{points} für je {amount} einer Bestellung.',
  refund: 'Was erstattet oder storniert wird, gibt keine Punkte.',
  hold: 'Die Punkte einer Bestellung lassen sich nach {days} einlösen.',
  birthday: '{points} zum Geburtstag, einmal im Jahr.',
  referral: '{points}, wenn jemand auf Ihre Empfehlung zum ersten Mal bestellt.',
  referralFrom: '{points}, wenn jemand auf Ihre Empfehlung zum ersten Mal bestellt, für mindestens {amount}.',
  friend: 'Ihre Freundin oder Ihr Freund bekommt {points}.',
  expiry: 'Punkte verfallen {days} nach dem Tag, an dem sie verdient wurden. Die ältesten werden zuerst eingelöst.',
}
