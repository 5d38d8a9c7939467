import type { Area } from '#platform/areas/area.ts'
import { onPickedAsking } from '#platform/areas/events.ts'
import { providerEvents, selectSubscribed } from '#resources/connectors/commands.ts'
import { linesBooked } from '#resources/loyalty/events.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { factEvents, queueFacts } from './commands.ts'
import { queueJob } from './jobs.ts'
import { factsInJournal, factsInReviews } from './rules.ts'

export default {
  name: 'provider-facts',
  scopes: [],
  operations: [],
  jobs: [queueJob],
  subscribers: [
    onPickedAsking(
      reviewsChanged,
      ({ reviews }) => factsInReviews(reviews),
      (tx) => [selectSubscribed(tx, ['review_submitted', 'review_approved'])],
      queueFacts,
    ),
    onPickedAsking(
      linesBooked,
      (booked) => factsInJournal(booked),
      (tx) => [selectSubscribed(tx, ['points_changed', 'tier_changed'])],
      queueFacts,
    ),
  ],
  contributions: [providerEvents.of(...factEvents)],
} satisfies Area
