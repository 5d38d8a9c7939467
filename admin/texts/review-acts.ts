import type { PastAct } from '../api/reviews/reviews.ts'
import type { IconName } from '../components/Icon.tsx'
import { reasonNames } from './moderation-reasons.ts'

const roles = {
  REVIEWER: 'The author',
  MEMBER: 'A member',
  ADMIN: 'An admin',
  OWNER: 'An owner',
  SYSTEM: 'The service',
}

export function formatActor({ role, via, name }: PastAct['by']): string {
  if (role === 'REVIEWER') return roles.REVIEWER
  if (via === 'key') return name ? `The API key “${name}”` : 'An API key'
  if (via === 'token') return name ? `${name} (connected app)` : 'A connected app'
  if (via === 'partner') return 'A partner'
  if (via === 'support') return 'Support'
  return name ?? roles[role]
}

const sources = {
  email_form: 'the emailed form',
  widget_form: 'the form on the store',
  api: 'the API',
  import: 'an import',
  shared: 'a copy of another store’s review',
}
const became = {
  pending: 'put it back to pending',
  approved: 'approved it',
  rejected: 'rejected it',
  spam: 'marked it as spam',
}

export function formatDeed(act: PastAct): string {
  switch (act.kind) {
    case 'submitted':
      return `added it by ${act.source ? sources[act.source] : 'a form'}${act.rating ? `, ${act.rating} of 5 stars` : ''}`
    case 'verified':
      return act.verified ? 'verified the purchase' : 'left the purchase unverified'
    case 'incentive':
      return 'offered something for it'
    case 'decided': {
      const reason = act.reason && act.reason !== 'unspecified' ? `: ${reasonNames[act.reason].toLowerCase()}` : ''
      if (act.from === act.to) return `gave another reason${reason}`
      return `${act.to ? became[act.to] : 'decided on it'}${reason}`
    }
    case 'edited':
      return `edited ${(act.fields ?? []).map((field) => fieldNames[field] ?? field).join(', ') || 'it'}`
    case 'moved':
      return `moved it from the product ${act.fromProduct ?? ''} to ${act.toProduct ?? ''}`
    case 'photo_removed':
      return 'removed a photo'
    case 'reports_resolved':
      return act.count === 1 ? 'resolved a report' : `resolved ${act.count ?? 0} reports`
    case 'replied':
      return 'replied to it'
    case 'reply_changed':
      return 'changed the reply'
    case 'reply_withdrawn':
      return 'withdrew the reply'
    case 'appealed':
      return 'objected to the rejection'
    case 'appeal_decided':
      return act.decision === 'overturned' ? 'agreed with the objection' : 'upheld the rejection'
    case 'anonymized':
      return 'erased its author'
  }
}

const fieldNames: Record<string, string> = {
  authorName: 'the name',
  body: 'the text',
  rating: 'the stars',
  title: 'the title',
}

export const iconOf = (act: PastAct): IconName => (act.kind === 'decided' && act.to ? decided[act.to] : icons[act.kind])

const decided = { pending: 'clock', approved: 'check', rejected: 'cross', spam: 'flag' } as const

const icons: Record<PastAct['kind'], IconName> = {
  submitted: 'star',
  verified: 'check',
  incentive: 'gift',
  decided: 'check',
  edited: 'pencil',
  moved: 'box',
  photo_removed: 'photo',
  reports_resolved: 'flag',
  replied: 'reply',
  reply_changed: 'reply',
  reply_withdrawn: 'reply',
  appealed: 'warning',
  appeal_decided: 'check',
  anonymized: 'people',
}
