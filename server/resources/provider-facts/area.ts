import type { Area } from '#platform/areas/area.ts'
import { onPickedAsking } from '#platform/areas/events.ts'
import { providerEvents, selectTold } from '#resources/connectors/commands.ts'
import { linesBooked } from '#resources/loyalty/events.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { factEvents, queueTelling } from './commands.ts'
import { tellJob } from './jobs.ts'
import { factsInJournal, factsInReviews } from './rules.ts'

export default {
  name: 'provider-facts',
  scopes: [],
  operations: [],
  jobs: [tellJob],
  subscribers: [
    onPickedAsking(
      reviewsChanged,
      ({ reviews }) => factsInReviews(reviews),
      (tx) => [selectTold(tx, ['review_submitted', 'review_approved'])],
      queueTelling,
    ),
    onPickedAsking(
      linesBooked,
      (booked) => factsInJournal(booked),
      (tx) => [selectTold(tx, ['points_changed', 'tier_changed'])],
      queueTelling,
    ),
  ],
  contributions: [providerEvents.of(...factEvents)],
} satisfies Area
