import type { Kind } from '#platform/process/metrics.ts'

export const mailMetrics: Record<string, Kind> = {
  evident_mail_total: {
    type: 'counter',
    help: 'Mails handed to the mail server by this process, by what became of them: accepted, deferred, refused, unreachable or lost.',
  },
  evident_mail_seconds: { type: 'histogram', help: 'Duration of a mail, the wait for a connection included.' },
}
