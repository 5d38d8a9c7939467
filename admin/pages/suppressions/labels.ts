import type { SuppressionReason, SuppressionScope } from '../../api/mail/suppressions.ts'
import type { Tone } from '../../components/Badge.tsx'

export const scopeNames: Record<SuppressionScope, string> = {
  all: 'All email',
  review_requests: 'Review requests',
  loyalty: 'Loyalty email',
  sequences: 'Sequences',
}

export const reasonNames: Record<SuppressionReason, string> = {
  hard_bounce: 'Address does not exist',
  soft_bounce: 'Emails bounced repeatedly',
  complaint: 'Reported as spam',
  unsubscribe: 'Unsubscribed',
  manual: 'Added by hand',
  import: 'Imported',
  invalid: 'Not an address',
}

export const reasonTones: Record<SuppressionReason, Tone> = {
  hard_bounce: 'warn',
  soft_bounce: 'warn',
  complaint: 'danger',
  unsubscribe: 'accent',
  manual: 'plain',
  import: 'plain',
  invalid: 'warn',
}
