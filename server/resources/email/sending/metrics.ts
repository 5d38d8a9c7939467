import type { DeliveryResult } from '#platform/mail/delivery-result.ts'
import type { Kind, Metrics } from '#platform/metrics.ts'

export const mailMetrics: Record<string, Kind> = {
  evident_mail_total: {
    type: 'counter',
    help: 'Mails handed to the mail server by this process, by what became of them: accepted, deferred, refused, unreachable or lost.',
  },
  evident_mail_seconds: { type: 'histogram', help: 'How long a mail took, the wait for a connection included.' },
}

export function countOutcome(metrics: Metrics, outcome: DeliveryResult['outcome'], tookMs: number): void {
  metrics.count('evident_mail_total', { outcome })
  metrics.observe('evident_mail_seconds', tookMs / 1000)
}
