import type { LedgerEntry } from '../api/reviews/evidence.ts'
import { formatDate } from '../components/values/dates.ts'

const roles = {
  REVIEWER: 'the author',
  MEMBER: 'a member',
  ADMIN: 'an admin',
  OWNER: 'an owner',
  SYSTEM: 'the service',
}
const ways = {
  form: 'form',
  key: 'API key',
  session: 'admin application',
  token: 'connected app',
  partner: 'partner',
  support: 'support',
  system: '',
} as const

export const describeActor = ({ role, via }: LedgerEntry['by']) => `by ${roles[role]}${ways[via] && ` (${ways[via]})`}`

export function describeEntry({ type, data }: Pick<LedgerEntry, 'type' | 'data'>): string {
  switch (type) {
    case 'submitted':
      return `Submitted with ${data.rating} of 5 stars`
    case 'verified':
      return data.verified ? 'Marked as a verified purchase' : 'Not a verified purchase'
    case 'incentive':
      return `Offered ${data.kind === 'points' ? 'points' : 'a coupon'} for it`
    case 'moderated':
    case 'hidden':
      return `Moved from ${data.from} to ${data.to}`
    case 'edited':
      return `Edited: ${(data.fields ?? []).join(', ')}`
    case 'moved':
      return `Moved from the product ${data.from} to ${data.to}`
    case 'photo_removed':
      return 'A photo was removed'
    case 'appealed':
      return 'The decision was appealed'
    case 'appeal_decided':
      return `The appeal was decided: ${data.decision}`
    case 'anonymized':
      return 'Its author was erased'
    case 'deleted':
      return 'Deleted'
    case 'policy':
      return `Version ${data.version} of the policy was published`
    case 'day':
      return `The day ${data.date && formatDate(data.date)} ended`
    case 'restored':
      return 'Restored from a backup'
    case 'granted':
      return 'Another store may show the reviews'
    case 'grant_revoked':
      return 'Another store may no longer show the reviews'
    default:
      return type
  }
}
