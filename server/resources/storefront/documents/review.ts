import { fill } from '#locales/fill.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { isDeclared } from '#resources/reviews/rules.ts'
import type { ReviewOrigin } from '#resources/reviews/schema.ts'
import { fiveStars, starWidth } from '#widgets/stars/star-path.ts'
import type { ShownReview } from '../schema.ts'
import type { Labels } from './labels.ts'

/** Pages with several products show names of the products, or names and pictures. */
type ProductParts = 'nothing' | 'names' | 'pictures'

export function writeReview(
  review: ShownReview,
  labels: Labels,
  timezone: string,
  parts: ProductParts = 'nothing',
): Html {
  const { id, rating, title, body, authorName, verified, incentive, photos, reply, locale, submittedAt, product } =
    review
  const { attributes, helpfulCount, origin, relationship, correctedAt } = review
  const label = `evident-review-${id}`
  const language = locale === null ? undefined : wordsTag(locale)
  const heading =
    title !== null &&
    html`<h3 class="evident-review-title" id="${label}"${language && html` lang="${language}"`} dir="auto">${title}</h3>\n`
  return html`<article class="evident-review"${heading ? html` aria-labelledby="${label}"` : html` id="${label}" aria-label="${authorName}"`}>
${parts === 'pictures' && renderPicture(product)}${heading}<p class="evident-review-meta"><span class="evident-stars" role="img" aria-label="${formatStars(labels, rating)}" data-rating="${rating}">${filledTo(rating)}</span> <span class="evident-review-author" dir="auto">${authorName}</span> <time class="evident-review-date" datetime="${submittedAt}">${labels.date(submittedAt, timezone)}</time>${verified && html` <span class="evident-review-verified">${labels.verified}</span>`}${incentive && html` <span class="evident-review-rewarded">${labels.rewarded}</span>`}${isDeclared(relationship) && html` <span class="evident-review-declared">${labels.declared}</span>`}${correctedAt && html` <span class="evident-review-corrected">${labels.corrected}</span>`}</p>
${origin && html`<p class="evident-review-origin" dir="auto">${renderOrigin(origin, labels)}</p>\n`}${parts !== 'nothing' && product?.title && html`<p class="evident-review-product" dir="auto">${renderName(product.title, product.url)}</p>\n`}<div class="evident-review-body"${language && html` lang="${language}"`} dir="auto">${paragraphs(body)}</div>
${attributes.length > 0 && renderAttributes(review, labels)}${photos.length > 0 && renderPhotos(review, labels)}${reply && html`<div class="evident-review-reply"><p class="evident-review-reply-author">${fill(labels.replyOf, { name: reply.authorName })}</p><div class="evident-review-reply-body" dir="auto">${paragraphs(reply.body)}</div></div>`}${helpfulCount > 0 && html`<p class="evident-review-helpful">${fill(labels.helpful, { n: labels.number(helpfulCount) })}</p>`}
</article>`
}

const renderAttributes = (
  { attributes }: ShownReview,
  labels: Labels,
): Html => html`<dl class="evident-review-attributes">
${attributes.map(({ label, value, choice, lowLabel, highLabel }) => {
  return html`<div><dt dir="auto">${label}</dt><dd dir="auto">${choice ?? onScale(value, lowLabel, highLabel, labels)}</dd></div>\n`
})}</dl>
`

export function onScale(value: number, low: string | null, high: string | null, labels: Labels): string {
  const ends = low || high ? ` (1: ${low ?? ''} – 5: ${high ?? ''})` : ''
  return `${fill(labels.ofFive, { n: labels.number(value) })}${ends}`
}

export const renderPhotos = (
  { photos, authorName }: ShownReview,
  labels: Labels,
): Html => html`<ul class="evident-review-photos">
${photos.map(({ url, thumbUrl, width, height }, i) => {
  const alt = fill(labels.photoOf, { n: labels.number(i + 1), name: authorName })
  // The thumbnail is square. Without one, the photo itself is shown in its own proportions.
  const size = thumbUrl ? { width: 160, height: 160 } : { width, height }
  return html`<li><a href="${url}"><img src="${thumbUrl ?? url}" alt="${alt}" loading="lazy" decoding="async"${size.width !== null && html` width="${size.width}"`}${size.height !== null && html` height="${size.height}"`}></a></li>\n`
})}</ul>
`

type Place = { origin: string; storeEnvId: string }

export const recordLink = (labels: Labels, { origin, storeEnvId }: Place): Html =>
  html`<p class="evident-reviews-record"><a href="${origin}/evidence/${storeEnvId}">${labels.record}</a></p>`

const formatStars = (labels: Labels, rating: number) => fill(labels.starsOf, { n: labels.number(rating) })

export const summaryLine = (labels: Labels, average: number, count: number): Html =>
  html`<p class="evident-reviews-summary"><span class="evident-stars" role="img" aria-label="${fill(labels.starsOf, { n: labels.decimal(average) })}" data-rating="${average}">${filledTo(average)}</span> <span class="evident-reviews-average">${labels.decimal(average)}</span> <span class="evident-reviews-count">${labels.counted(count)}</span></p>`

/** Uses only attributes, because a strict content security policy removes inline styles. */
const filledTo = (rating: number): Html =>
  html`<svg width="${5 * starSize}" height="${starSize}" viewBox="0 0 ${5 * starWidth} ${starWidth}" aria-hidden="true"><path fill="currentColor" fill-opacity="0.25" d="${fiveStars}"/><svg width="${rating * starWidth}" height="${starWidth}"><path fill="currentColor" d="${fiveStars}"/></svg></svg>`

const starSize = 18

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

/** Names the other product or store. Otherwise shoppers would take the review for a review of this product. */
function renderOrigin({ title, platformProductId, url, storeName }: ReviewOrigin, labels: Labels): Html {
  const [before = '', after = ''] = fill(storeName === null ? labels.originProduct : labels.originStore, {
    name: '\0',
    store: storeName ?? '',
  }).split('\0')
  return html`${before}${renderName(title ?? platformProductId, url)}${after}`
}

/** The name of the product is a link already, so assistive technology and the Tab key skip the picture. */
function renderPicture(product: ShownReview['product']): Html {
  const { imageUrl = null, url = null } = product ?? {}
  const picture =
    isWeb(imageUrl) && html`<img src="${imageUrl}" alt="" loading="lazy" decoding="async" width="80" height="80">`
  return isWeb(url)
    ? html`<a class="evident-review-picture" href="${url}" tabindex="-1" aria-hidden="true">${picture}</a>\n`
    : html`<span class="evident-review-picture" aria-hidden="true">${picture}</span>\n`
}

const isWeb = (url: string | null): url is string => url !== null && /^https?:/i.test(url) && URL.canParse(url)

const renderName = (title: string, url: string | null): Html =>
  url !== null && /^https?:/i.test(url) ? html`<a href="${url}">${title}</a>` : html`${title}`
