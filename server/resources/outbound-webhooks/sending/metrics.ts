import type { CrossDb } from '#platform/db/db.ts'
import type { Kind, Metrics } from '#platform/process/metrics.ts'
import * as queues from './store.ts'

export const webhookMetrics: Record<string, Kind> = {
  evident_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver an event by this process, by outcome: success, refused (an answer other than 2xx) or unanswered.',
  },
  evident_webhook_attempt_seconds: { type: 'histogram', help: 'Durations of the attempts.' },
  evident_webhook_backlog: {
    type: 'gauge',
    help: 'Deliveries that wait, retries included; up to 10000 are counted for one webhook.',
  },
  evident_webhook_oldest_pending_seconds: { type: 'gauge', help: 'Age of the oldest delivery that waits.' },
}

/**
 * Each endpoint's last sender records the endpoint's backlog, so the metrics need only one small query for a backlog of
 * any size.
 */
export function watchBacklog(metrics: Metrics, db: CrossDb): void {
  metrics.gauges(async () => {
    const [found, now] = await db.system('read', async (tx) => [await queues.backlog(tx), tx.now] as const)
    const ageMs = found?.oldest_at ? now.getTime() - Date.parse(found.oldest_at) : 0
    return {
      evident_webhook_backlog: found?.pending ?? 0,
      evident_webhook_oldest_pending_seconds: Math.max(0, ageMs) / 1000,
    }
  })
}
