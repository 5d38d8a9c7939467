import type { SequenceStatus } from '../../api/mail/sequences.ts'
import type { Tone } from '../../components/Badge.tsx'

export const statusNames: Record<SequenceStatus, string> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
  archived: 'Archived',
}

export const statusTones: Record<SequenceStatus, Tone> = {
  draft: 'plain',
  live: 'good',
  paused: 'warn',
  archived: 'plain',
}
