import type { Invoice, PlanId } from '../../../api/account/billing.ts'
import type { Tone } from '../../../components/Badge.tsx'

export const planNames: Record<PlanId, string> = { starter: 'Starter', growth: 'Growth', scale: 'Scale' }

const featureNames: Record<string, string> = {
  advanced_analytics: 'Advanced analytics',
  affiliates: 'Affiliates',
  automation_connection: 'Automation connection',
  custom_sending_domain: 'Sending domain of your own',
  email_sequences: 'Email sequences',
  evidence_packs: 'Evidence packs',
  galleries: 'Galleries',
  loyalty: 'Loyalty',
  outbound_webhooks: 'Webhooks',
  partner_access: 'Partner access',
  review_incentives: 'Review incentives',
  scheduled_backups: 'Scheduled backups',
  web_pages: 'Web pages',
  yearly_assessment: 'Yearly assessment',
}

export const featureName = (feature: string): string => featureNames[feature] ?? feature.replaceAll('_', ' ')

export const statusLabels = {
  trialing: ['Trial', 'accent'],
  active: ['Active', 'good'],
  past_due: ['Payment overdue', 'danger'],
  cancelled: ['Cancelled', 'warn'],
  expired: ['Ended', 'danger'],
} as const satisfies Record<string, [string, Tone]>

export const invoiceLabels: Record<Invoice['state'], [string, Tone]> = {
  open: ['To be paid', 'warn'],
  paid: ['Paid', 'good'],
  void: ['Withdrawn', 'plain'],
  refunded: ['Refunded', 'plain'],
}
