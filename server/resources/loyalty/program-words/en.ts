import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} point', other: '{n} points' },
  days: { one: '{n} day', other: '{n} days' },
  afterDays: { one: '{n} day', other: '{n} days' },
  order: '{points} for every {amount} of an order.',
  refund: 'Refunds and cancellations give no points.',
  hold: 'The points of an order can be spent after {days}.',
  birthday: '{points} for your birthday, once a year.',
  referral: '{points} when a friend whom you sent orders for the first time.',
  referralFrom: '{points} when a friend whom you sent orders for the first time, for at least {amount}.',
  friend: 'Your friend gets {points}.',
  expiry: 'Points expire {days} after the day on which they were earned. The oldest are spent first.',
}
