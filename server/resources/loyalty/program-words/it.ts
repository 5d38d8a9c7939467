import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} punto', other: '{n} punti' },
  days: { one: '{n} giorno', other: '{n} giorni' },
  afterDays: { one: '{n} giorno', other: '{n} giorni' },
  order: '{points} per ogni {amount} di un ordine.',
  refund: 'Ciò che viene rimborsato o annullato non dà punti.',
  hold: 'I punti di un ordine si possono usare dopo {days}.',
  birthday: '{points} per il suo compleanno, una volta all’anno.',
  referral: '{points} quando una persona invitata da lei ordina per la prima volta.',
  referralFrom: '{points} quando una persona invitata da lei ordina per la prima volta, per almeno {amount}.',
  friend: 'Quella persona riceve {points}.',
  expiry: 'I punti scadono {days} dopo il giorno in cui sono stati guadagnati. Si usano prima i più vecchi.',
}
