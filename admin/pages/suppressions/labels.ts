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
  soft_bounce: 'Mail bounced repeatedly',
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
    'A mail server said that this address does not exist. Writing to it again harms how your mail is judged, unless the address works by now.',
  soft_bounce: 'Mail to this address failed on several days. The rest ends by itself; you can end it now.',
  complaint:
    'This person reported a mail as spam. Every further mail harms how all your mail is judged. The audit log keeps that you took it back.',
  unsubscribe:
    'This person asked for no more mail. Take it back only if they have asked you to write to them again: in many countries the law wants a new consent.',
  manual: 'From now on this address gets mail again.',
  import: 'It came from the list of another system. Make sure that this person wants your mail.',
  invalid: 'Take it back if the address works by now.',
}
