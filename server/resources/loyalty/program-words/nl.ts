import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} punt', other: '{n} punten' },
  days: { one: '{n} dag', other: '{n} dagen' },
  afterDays: { one: '{n} dag', other: '{n} dagen' },
  order: '{points} voor elke {amount} van een bestelling.',
  refund: 'Wat wordt terugbetaald of geannuleerd, levert geen punten op.',
  hold: 'De punten van een bestelling kunt u na {days} besteden.',
  birthday: '{points} voor uw verjaardag, één keer per jaar.',
  referral: '{points} als iemand op uw aanbeveling voor het eerst bestelt.',
  referralFrom: '{points} als iemand op uw aanbeveling voor het eerst bestelt, voor minstens {amount}.',
  friend: 'Die persoon krijgt {points}.',
  expiry: 'Punten vervallen {days} na de dag waarop ze zijn verdiend. De oudste worden het eerst besteed.',
}
