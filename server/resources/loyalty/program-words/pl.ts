import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} punkt', few: '{n} punkty', many: '{n} punktów', other: '{n} punktu' },
  days: { one: '{n} dzień', few: '{n} dni', many: '{n} dni', other: '{n} dnia' },
  afterDays: { one: '{n} dniu', few: '{n} dniach', many: '{n} dniach', other: '{n} dnia' },
  order: '{points} za każde {amount} zamówienia.',
  refund: 'Za to, co zostało zwrócone lub anulowane, nie ma punktów.',
  hold: 'Punkty za zamówienie można wykorzystać po {days}.',
  birthday: '{points} na urodziny, raz w roku.',
  referral: '{points}, gdy osoba z Twojego polecenia złoży pierwsze zamówienie.',
  referralFrom: '{points}, gdy osoba z Twojego polecenia złoży pierwsze zamówienie za co najmniej {amount}.',
  friend: 'Ta osoba otrzyma {points}.',
  expiry: 'Punkty wygasają {days} po dniu, w którym zostały przyznane. Najpierw wykorzystywane są najstarsze.',
}
