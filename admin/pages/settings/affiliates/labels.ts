import type { Referral } from '../../../api/affiliates.ts'
import type { Tone } from '../../../components/Badge.tsx'

export const referralStates: Record<Referral['state'], { name: string; tone: Tone; meaning: string }> = {
  signed_up: { name: 'Signed up', tone: 'accent', meaning: 'Has paid nothing yet' },
  paying: { name: 'Earns', tone: 'good', meaning: 'Your share of their payments' },
  ended: { name: 'Ended', tone: 'plain', meaning: 'Twelve months are over, or 500.00 US dollars are earned' },
  rejected: {
    name: 'Rejected',
    tone: 'danger',
    meaning: 'Both organizations have a member with the same account or email address',
  },
}
