import type { Kind } from '#platform/process/metrics.ts'

export const providerMetrics: Record<string, Kind> = {
  evident_provider_event_attempts_total: {
    type: 'counter',
    help: "Attempts by this process to send an event to a store's e-mail marketing provider, by outcome: accepted, refused, retry or unusable (the key or the audience).",
  },
  evident_provider_event_attempt_seconds: { type: 'histogram', help: 'Durations of the attempts.' },
}
