// A page of a product's reviews as plain HTML, for shops whose pages work without JavaScript: headings, lists, times and
// links, no script and no style of its own. Pure. Class names are part of the contract (docs/guides/headless-storefronts.md).
import { type Html, html } from '#platform/pages/html.ts'
import { directionOf } from '#platform/pages/page.ts'
import { toSummary } from '../rules.ts'
import type { HtmlQuery, ShownReview } from '../schema.ts'
import type { ProductPage } from '../store.ts'
import { fill, type Labels, labelsIn } from './texts.ts'

export function writeHtml(query: HtmlQuery, { product, page, defaultLocale }: ProductPage, timezone: string): string {
  const labels = labelsIn(query.locale ?? defaultLocale ?? 'en')
  const { count, average } = toSummary(query.platformProductId, product.stars)
  return html`<section class="evident-reviews" id="evident-reviews" lang="${labels.locale}" dir="${directionOf(labels.locale)}" aria-labelledby="evident-reviews-heading">
<h2 class="evident-reviews-heading" id="evident-reviews-heading">${labels.heading}</h2>
${
  average === null
    ? html`<p class="evident-reviews-none">${labels.noneYet}</p>`
    : html`<p class="evident-reviews-summary"><span class="evident-stars" role="img" aria-label="${starsOf(labels, average)}" data-rating="${average}">${drawn(average)}</span> <span class="evident-reviews-average">${labels.number(average)}</span> <span class="evident-reviews-count">${labels.counted(count)}</span></p>`
}
${
  page.data.length > 0 &&
  html`<ol class="evident-reviews-list">
${page.data.map((review) => html`<li>${reviewOf(review, labels, timezone)}</li>\n`)}</ol>`
}
${linksOf(query, page.pagination.nextCursor, labels)}
</section>
`.toString()
}

function reviewOf(review: ShownReview, labels: Labels, timezone: string): Html {
  const { id, rating, title, body, authorName, verified, incentive, photos, reply, locale, submittedAt } = review
  const label = `evident-review-${id}`
  const language = locale === null ? undefined : wordsTag(locale)
  return html`<article class="evident-review" aria-labelledby="${label}">
<h3 class="evident-review-title" id="${label}"${language && html` lang="${language}"`} dir="auto">${title ?? starsOf(labels, rating)}</h3>
<p class="evident-review-meta"><span class="evident-stars" role="img" aria-label="${starsOf(labels, rating)}" data-rating="${rating}">${drawn(rating)}</span> <span class="evident-review-author" dir="auto">${authorName}</span> <time class="evident-review-date" datetime="${submittedAt}">${labels.date(submittedAt, timezone)}</time>${verified && html` <span class="evident-review-verified">${labels.verified}</span>`}${incentive && html` <span class="evident-review-rewarded">${labels.rewarded}</span>`}</p>
<div class="evident-review-body"${language && html` lang="${language}"`} dir="auto">${paragraphs(body)}</div>
${photos.length > 0 && photosOf(review, labels)}${reply && html`<div class="evident-review-reply"><p class="evident-review-reply-author">${fill(labels.replyOf, { name: reply.authorName })}</p><div class="evident-review-reply-body" dir="auto">${paragraphs(reply.body)}</div></div>`}
</article>`
}

const photosOf = ({ photos, authorName }: ShownReview, labels: Labels): Html => html`<ul class="evident-review-photos">
${photos.map(({ url, thumbUrl, width, height }, i) => {
  const alt = fill(labels.photoOf, { n: labels.number(i + 1), name: authorName })
  // The thumb is square; a main file stands in with its own proportions.
  const size = thumbUrl ? { width: 160, height: 160 } : { width, height }
  return html`<li><a href="${url}"><img src="${thumbUrl ?? url}" alt="${alt}" loading="lazy" decoding="async"${size.width !== null && html` width="${size.width}"`}${size.height !== null && html` height="${size.height}"`}></a></li>\n`
})}</ul>
`

/** Links of the shop's own page: its server passes `evident_cursor` on as `cursor`. */
function linksOf({ path = '', cursor }: HtmlQuery, nextCursor: string | null, labels: Labels): Html | undefined {
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

const starsOf = (labels: Labels, rating: number) => fill(labels.starsOf, { n: labels.number(rating) })

const drawn = (rating: number) => '★'.repeat(Math.round(rating)) + '☆'.repeat(5 - Math.round(rating))

const paragraphs = (text: string): Html[] =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${part.split('\n').map((line, i) => html`${i > 0 && html`<br>`}${line}`)}</p>`)

function wordsTag(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
