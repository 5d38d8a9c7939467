// Code of a shop that uses the package, on the server and in the browser.
import { type EvidentSource, JsonLd, loadJsonLd, loadReviews, loadSummaries, ReviewList, Stars } from '@evident/react'
import { EvidentProvider, useReviews, useSummary } from '@evident/react/hooks'

const source: EvidentSource = { origin: 'https://reviews.acme.example', store: '019a', page: 'https://acme.example' }

export async function Product({ id }: { id: string }) {
  const summaries = await loadSummaries(source, [id])
  const { reviews } = await loadReviews(source, id, { limit: 10, sort: 'newest' })
  return (
    <EvidentProvider source={source}>
      <Stars rating={summaries[id]?.average} />
      <ReviewList reviews={reviews} locale="en" />
      <JsonLd data={await loadJsonLd(source, id)} />
      <More id={id} />
    </EvidentProvider>
  )
}

function More({ id }: { id: string }) {
  const { reviews, hasMore, loadMore } = useReviews(id)
  const { summary } = useSummary(id)
  // @ts-expect-error: the count is a number, and not `any`.
  summary?.count.toUpperCase()
  return hasMore ? (
    <button type="button" onClick={loadMore}>
      {reviews.length}
    </button>
  ) : null
}
