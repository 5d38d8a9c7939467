import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} ponto', other: '{n} pontos' },
  days: { one: '{n} dia', other: '{n} dias' },
  afterDays: { one: '{n} dia', other: '{n} dias' },
  order: '{points} por cada {amount} de uma encomenda.',
  refund: 'O que é reembolsado ou cancelado não dá pontos.',
  hold: 'Os pontos de uma encomenda podem ser usados após {days}.',
  birthday: '{points} pelo seu aniversário, uma vez por ano.',
  referral: '{points} quando alguém que veio por sua recomendação faz a primeira encomenda.',
  referralFrom:
    '{points} quando alguém que veio por sua recomendação faz a primeira encomenda, de pelo menos {amount}.',
  friend: 'Essa pessoa recebe {points}.',
  expiry: 'Os pontos expiram {days} após o dia em que foram ganhos. Os mais antigos são usados primeiro.',
}
