import type { Kind } from '#platform/process/metrics.ts'

export const destinationMetrics: Record<string, Kind> = {
  evident_destination_attempts_total: {
    type: 'counter',
    help: 'Calls by this process to destinations of reviews and ratings, by result: put, removed, confirmed, refused, later, blocked or needs_reauth.',
  },
  evident_destination_attempt_seconds: { type: 'histogram', help: 'Duration of calls to destinations.' },
}
