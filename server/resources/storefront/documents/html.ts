// Class names are part of the contract (docs/guides/headless-storefronts.md).

import { fill } from '#locales/fill.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { chooseDirection } from '#platform/pages/page.ts'
import type { AttributeSummary } from '#resources/reviews/attributes/schema.ts'
import { toSummary } from '../rules.ts'
import type { HtmlQuery, ShownReview } from '../schema.ts'
import type { ProductPage } from '../store.ts'
import { type Labels, labelsIn } from './labels.ts'
import { onScale, recordLink, renderPhotos, summaryLine, writeReview } from './review.ts'

export function writeHtml(
  query: HtmlQuery,
  { product, page, defaultLocale, pooled }: ProductPage,
  asked: readonly AttributeSummary[],
  { timezone, ...place }: { timezone: string; origin: string; storeEnvId: string },
): string {
  const labels = labelsIn(query.locale ?? defaultLocale ?? 'en')
  const own = toSummary('', product.stars)
  const { count, average } = pooled ?? own
  const added = count - own.count
  const { view = 'list' } = query
  return html`<section class="evident-reviews" id="evident-reviews" lang="${labels.locale}" dir="${chooseDirection(labels.locale)}" aria-labelledby="evident-reviews-heading">
<h2 class="evident-reviews-heading" id="evident-reviews-heading">${query.subject === 'shop' ? labels.ofShop : labels.heading}</h2>
${average === null ? page.data.length === 0 && html`<p class="evident-reviews-none">${labels.noneYet}</p>` : summaryLine(labels, average, count)}
${added > 0 && html`<p class="evident-reviews-pooled">${labels.pooled(added)}</p>\n`}${view === 'list' && writeAverages(asked, labels)}${view === 'list' && renderList(page.data, labels, timezone, query.platformProductId === undefined)}${view === 'photos' && page.data.map((review) => renderPhotos(review, labels))}
${view !== 'badge' && writeLinks(query, page.pagination.nextCursor, labels)}
${recordLink(labels, place)}
</section>
`.toString()
}

function writeAverages(asked: readonly AttributeSummary[], labels: Labels): Html | undefined {
  const answered = asked.filter(({ count }) => count > 0)
  if (answered.length === 0) return undefined
  return html`<dl class="evident-reviews-averages">
${answered.map(({ label, average, lowLabel, highLabel, choices, count }) => {
  const said =
    average === null
      ? html`<ul>${choices.map((each) => html`<li><bdi>${each.label}</bdi>: ${labels.number(each.count)}</li>`)}</ul>`
      : html`<span dir="auto">${onScale(average, lowLabel, highLabel, labels)}</span>`
  return html`<div><dt dir="auto">${label}</dt><dd>${said} <span class="evident-reviews-answers">${fill(labels.answers, { n: labels.number(count) })}</span></dd></div>\n`
})}</dl>
`
}

/** `names` is true if each review shows its product's name. */
const renderList = (reviews: readonly ShownReview[], labels: Labels, timezone: string, names: boolean): Html | false =>
  reviews.length > 0 &&
  html`<ol class="evident-reviews-list">
${reviews.map((review) => html`<li>${writeReview(review, labels, timezone, names ? 'names' : 'nothing')}</li>\n`)}</ol>`

/** Links to the shop's page. The shop's server sends the value of `evident_cursor` to us as `cursor`. */
function writeLinks({ path = '', cursor }: HtmlQuery, nextCursor: string | null, labels: Labels): Html | undefined {
  if (nextCursor === null && cursor === undefined) return undefined
  return html`<nav class="evident-reviews-pages" aria-label="${labels.pages}">${cursor !== undefined && html`<a class="evident-reviews-first" href="${linkTo(path, null)}">${labels.first}</a>`}${cursor !== undefined && nextCursor !== null && ' '}${nextCursor !== null && html`<a class="evident-reviews-next" rel="next" href="${linkTo(path, nextCursor)}">${labels.next}</a>`}</nav>`
}

function linkTo(path: string, cursor: string | null): string {
  const [before = '', query = ''] = path.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete('evident_cursor')
  if (cursor !== null) parameters.set('evident_cursor', cursor)
  const text = parameters.toString()
  return `${before}${text || before === '' ? `?${text}` : ''}#evident-reviews`
}
