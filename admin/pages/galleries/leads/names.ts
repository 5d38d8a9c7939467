import type { LeadStatus } from '../../../api/content/galleries.ts'
import type { Tone } from '../../../components/Badge.tsx'

export const leadStatusNames: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  closed: 'Closed',
  unconfirmed: 'Not confirmed',
  spam: 'Spam',
}

export const leadTones: Record<LeadStatus, Tone> = {
  new: 'warn',
  contacted: 'plain',
  closed: 'good',
  unconfirmed: 'plain',
  spam: 'danger',
}
