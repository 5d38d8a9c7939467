import type { MessageState } from '../../api/mail/email.ts'
import type { Tone } from '../../components/Badge.tsx'

export const stateNames: Record<MessageState, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
  unknown: 'May have been sent',
}

export const stateTones: Record<MessageState, Tone> = {
  queued: 'accent',
  sending: 'accent',
  sent: 'good',
  failed: 'danger',
  skipped: 'plain',
  unknown: 'warn',
}
