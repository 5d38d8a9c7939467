import type { Category } from '../../api/mail/email.ts'
import { reasonText as requestReason } from '../../texts/request-reasons.ts'

export const categoryNames: Record<Category, string> = {
  review_requests: 'Review requests',
  loyalty: 'Loyalty',
  sequences: 'Sequences',
  transactional: 'Confirmations and answers',
}

export const templateNames: Readonly<Record<string, string>> = {
  review_request: 'Review request',
  review_reminder: 'Review reminder',
  review_confirmation: 'Review confirmation',
  review_receipt: 'Receipt of a review',
  review_buyers_only: 'Only buyers can review',
  review_reply: 'Reply to a review',
  review_rejected: 'Rejection of a review',
  review_appeal: 'Decision about an appeal',
  faq_answer: 'Answer to a question',
  lead_confirmation: 'Confirmation of a lead',
  lead_notice: 'Notice of a lead',
  review_reward: 'Code for a review',
  sequence_mail: 'Sequence email',
}

export function templateName(template: string): string {
  const words = template.replaceAll('_', ' ')
  return templateNames[template] ?? `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

const reasons: Record<string, string> = {
  deferred: 'the mail server asked us to try later',
  unreachable: 'the mail server could not be reached',
  not_rendered: 'the email could not be created',
  connection_lost: 'the connection was lost after the email was handed over',
  process_lost: 'the service stopped while it was being sent',
  reply_withdrawn: 'the reply was withdrawn',
  reply_changed: 'the reply was changed, and an email with the new text follows',
  review_removed: 'the review was removed',
  already_confirmed: 'the review was confirmed already',
  review_is_spam: 'the review is spam',
  sequence_rests: 'its sequence is paused',
  run_ended: 'the sequence has ended for this person',
  too_late: 'it would have been 72 hours late',
}

export function reasonText(reason: string): string {
  const text = reasons[reason] ?? requestReason(reason)
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
