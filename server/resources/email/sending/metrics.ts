import type { Kind } from '#platform/process/metrics.ts'

export const mailMetrics: Record<string, Kind> = {
  evident_mail_total: {
    type: 'counter',
    help: 'Mails passed to the mail server by this process, by outcome: accepted, deferred, refused, unreachable or lost.',
  },
  evident_mail_seconds: { type: 'histogram', help: 'Duration of sending a mail, including the wait for a connection.' },
}
