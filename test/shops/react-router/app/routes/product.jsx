// A product page of a shop: loaders run on the server, and the components run in both places.
import { JsonLd, loadJsonLd, loadReviews, loadSummaries, ReviewList, Stars } from '@evident/react'
import { EvidentProvider, useReviews, useSummary } from '@evident/react/hooks'

export const meta = () => [{ title: 'Teapot' }]

export async function loader() {
  const { EVIDENT_ORIGIN: origin, EVIDENT_STORE: store, EVIDENT_PAGE: page, PRODUCT_ID: id } = process.env
  // A test machine may be too busy for the default of 300 ms.
  const source = { origin, store, page, timeoutMs: 10_000 }
  const [summaries, first, data] = await Promise.all([
    loadSummaries(source, [id]),
    loadReviews(source, id, { limit: 1, sort: 'newest' }),
    loadJsonLd(source, id),
  ])
  return { id, first, data: data ?? null, summary: summaries[id] ?? null, source: { origin, store } }
}

export default function Product({ loaderData: { source, ...given } }) {
  return (
    <main>
      <h1>Teapot</h1>
      <Stars rating={given.summary?.average} />
      <h2>Newest review</h2>
      <section id="server">
        <ReviewList reviews={given.first.reviews} locale="de" />
      </section>
      <h2>All reviews</h2>
      <EvidentProvider source={source}>
        <All {...given} />
      </EvidentProvider>
      <JsonLd data={given.data} />
    </main>
  )
}

function All({ id, first, summary: known }) {
  const { reviews, hasMore, isLoading, loadMore } = useReviews(id, { initial: first, limit: 1, sort: 'newest' })
  const { summary } = useSummary(id, { initial: known ?? undefined })
  return (
    <section id="client">
      <Stars rating={summary?.average} />
      <ReviewList reviews={reviews} locale="de" />
      {hasMore && (
        <button type="button" disabled={isLoading} onClick={loadMore}>
          More reviews
        </button>
      )}
    </section>
  )
}
