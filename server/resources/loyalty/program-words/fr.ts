import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: '{n} point', other: '{n} points' },
  days: { one: '{n} jour', other: '{n} jours' },
  afterDays: { one: '{n} jour', other: '{n} jours' },
  order: '{points} par tranche de {amount} d’une commande.',
  refund: 'Ce qui est remboursé ou annulé ne donne pas de points.',
  hold: 'Les points d’une commande sont utilisables après {days}.',
  birthday: '{points} pour votre anniversaire, une fois par an.',
  referral: '{points} lorsqu’une personne venue sur votre recommandation commande pour la première fois.',
  referralFrom:
    '{points} lorsqu’une personne venue sur votre recommandation commande pour la première fois, pour au moins {amount}.',
  friend: 'Cette personne reçoit {points}.',
  expiry: 'Les points expirent {days} après le jour où ils ont été gagnés. Les plus anciens sont utilisés en premier.',
}
