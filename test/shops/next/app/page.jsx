// A product page of a shop: the package's main entry in a server component, and its hooks in a client component.
import { JsonLd, loadJsonLd, loadReviews, loadSummaries, ReviewList, Stars } from '@evident/react'
import { More } from './more.jsx'

export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }) {
  const { EVIDENT_ORIGIN: origin, EVIDENT_STORE: store, EVIDENT_PAGE: page, PRODUCT_ID } = process.env
  const { product: id = PRODUCT_ID } = await searchParams
  // A test machine may be too busy for the default of 300 ms.
  const source = { origin, store, page, timeoutMs: 10_000 }
  const [summaries, first, data] = await Promise.all([
    loadSummaries(source, [id]),
    loadReviews(source, id, { limit: 1, sort: 'newest' }),
    loadJsonLd(source, id),
  ])
  return (
    <main>
      <h1>Teapot</h1>
      <Stars rating={summaries[id]?.average} />
      <h2>Newest review</h2>
      <section id="server">
        <ReviewList reviews={first.reviews} locale="en" />
      </section>
      <h2>All reviews</h2>
      <More id={id} initial={first} summary={summaries[id]} source={{ origin, store }} />
      <JsonLd data={data} />
    </main>
  )
}
