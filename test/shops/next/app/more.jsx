'use client'
import { ReviewList, Stars } from '@evident/react'
import { EvidentProvider, useReviews, useSummary } from '@evident/react/hooks'

export function More({ source, ...given }) {
  return (
    <EvidentProvider source={source}>
      <List {...given} />
    </EvidentProvider>
  )
}

function List({ id, initial, summary: known }) {
  const { reviews, hasMore, isLoading, loadMore } = useReviews(id, { initial, limit: 1, sort: 'newest' })
  const { summary } = useSummary(id, { initial: known })
  return (
    <section id="client">
      <Stars rating={summary?.average} />
      <ReviewList reviews={reviews} locale="en" />
      {hasMore && (
        <button type="button" disabled={isLoading} onClick={loadMore}>
          More reviews
        </button>
      )}
    </section>
  )
}
