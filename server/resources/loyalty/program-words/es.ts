import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} punto', other: '{n} puntos' },
  days: { one: '{n} día', other: '{n} días' },
  afterDays: { one: '{n} día', other: '{n} días' },
  order: '{points} por cada {amount} de un pedido.',
  refund: 'Lo que se reembolsa o se cancela no da puntos.',
  hold: 'Los puntos de un pedido se pueden canjear después de {days}.',
  birthday: '{points} por su cumpleaños, una vez al año.',
  referral: '{points} cuando alguien que viene por recomendación suya hace su primer pedido.',
  referralFrom: '{points} cuando alguien que viene por recomendación suya hace su primer pedido, de al menos {amount}.',
  friend: 'Esa persona recibe {points}.',
  expiry: 'Los puntos caducan {days} después del día en que se ganaron. Primero se canjean los más antiguos.',
}
