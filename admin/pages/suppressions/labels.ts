import type { SuppressionReason, SuppressionScope } from '../../api/mail/suppressions.ts'
import type { Tone } from '../../components/Badge.tsx'

export const scopeNames: Record<SuppressionScope, string> = {
  all: 'All mail',
  review_requests: 'Review requests',
  loyalty: 'Loyalty mail',
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

export const removalTexts: Record<SuppressionReason, string> = {
  hard_bounce:
    'The mail server said that this address does not exist. Sending to it again harms your sender reputation, unless the address works now.',
  soft_bounce:
    'Emails to this address failed on several days. The suppression ends automatically, or you can remove it now.',
  complaint:
    'This person reported an email as spam. More emails harm your sender reputation. The audit log records the removal.',
  unsubscribe:
    'This person unsubscribed. Remove the suppression only if they asked for emails again. Many countries require new consent.',
  manual: 'This address gets emails again.',
  import: 'Imported from another system. Make sure that this person wants your emails.',
  invalid: 'Remove the suppression if the address works now.',
}
