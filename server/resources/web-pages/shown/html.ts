// Class names are part of the contract (docs/guides/web-pages.md). The surrounding document contains the `h1`.
import { setImmediate } from 'node:timers/promises'
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { inShop, renderMarkdown } from '#platform/files/markdown.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { chooseDirection } from '#platform/pages/page.ts'
import type { ShownFaq } from '#resources/faqs/shown/schema.ts'
import type { ShownGallery, ShownItem } from '#resources/galleries/shown/schema.ts'
import { labelsIn, recordLink, summaryLine, writeReview } from '#resources/storefront/documents/rules.ts'
import { writeOverview, writeTools } from './controls.ts'
import { linkWith, type Place } from './links.ts'
import type { FilledBlock, PageContext, ReviewList, ShownProduct, View } from './rules.ts'

/** Yields to the event loop after each text block, because long texts take time. */
export async function writeFragment(view: View, own: PageContext, timezone: string): Promise<Html> {
  const place = {
    view,
    own,
    timezone,
    labels: labelsIn(view.locale),
    texts: textsIn('web-pages', languageOf(view.locale)),
  }
  const written: Html[] = []
  for (const block of view.blocks) {
    written.push(writeBlock(block, place))
    if (block.type === 'markdown') await setImmediate()
  }
  return html`<div class="evident-page" lang="${view.locale}" dir="${chooseDirection(view.locale)}">
${written}</div>`
}

function writeBlock(block: FilledBlock, place: Place): Html {
  const { own } = place
  switch (block.type) {
    case 'markdown':
      return html`<div class="evident-text" dir="auto">${raw(renderMarkdown(block.text, { ...own, headings: 1 }))}</div>\n`
    case 'reviews':
      return writeReviews(block, place)
    case 'faqs':
      return writeFaqs(block.faqs, place)
    case 'gallery':
      return block.gallery ? writeGallery(block.gallery, place, isFirstGallery(block, place)) : html``
    case 'products':
      return writeProducts(block.products, place)
    case 'button':
      return html`<p class="evident-action"><a class="evident-button" href="${inShop(block.url, own.shop)}">${block.label}</a></p>\n`
  }
}

/** The photos of the first gallery are probably visible first, so they are not lazy-loaded. */
const isFirstGallery = (block: FilledBlock, { view }: Place): boolean =>
  view.blocks.find(({ type }) => type === 'gallery') === block

function writeReviews(list: ReviewList, place: Place): Html {
  const { labels, timezone, own } = place
  const id = list.nth === 1 ? 'reviews' : `reviews-${list.nth}`
  const { isOfShop, isOfSeveral, reviews, average, averaged, all } = list
  const { hasControls } = place.view
  const names = hasControls && isOfSeveral && reviews.some(({ product }) => isWeb(product?.imageUrl ?? null))
  return html`<section class="evident-reviews" id="${id}" aria-labelledby="${id}-heading">
<h2 class="evident-reviews-heading" id="${id}-heading">${isOfShop ? labels.ofShop : labels.heading}</h2>
${hasControls ? writeOverview(list, id, place) : all > 0 && average !== null && summaryLine(labels, average, averaged)}
${hasControls && all > 1 && writeTools(list, id, place)}
${
  reviews.length === 0
    ? html`<p class="evident-reviews-none">${all === 0 ? labels.noneYet : place.texts.noMatch}</p>`
    : html`<ol class="evident-reviews-list">
${reviews.map((review) => html`<li>${writeReview(review, labels, timezone, names ? 'pictures' : 'names')}</li>\n`)}</ol>`
}
${list.pages > 1 && writePageLinks(list, id, place)}
${recordLink(labels, own)}
</section>
`
}

function writePageLinks(list: ReviewList, id: string, place: Place): Html {
  const { labels, texts } = place
  const { page, pages } = list
  const to = (number: number) => linkWith(list, id, place, list.choice, number)
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages)
  const links = numbers.map((n, i) => {
    const gap = i > 0 && n > (numbers[i - 1] ?? 0) + 1 && html`<li class="evident-gap" aria-hidden="true">…</li>`
    const label = fill(texts.page, { n: labels.number(n), of: labels.number(pages) })
    return n === page
      ? html`${gap}<li><span class="evident-here" aria-current="page" aria-label="${label}">${labels.number(n)}</span></li>`
      : html`${gap}<li><a href="${to(n)}" aria-label="${label}">${labels.number(n)}</a></li>`
  })
  const previous = page > 1 && html`<li><a href="${to(page - 1)}" rel="prev">${texts.previous}</a></li>`
  const next = page < pages && html`<li><a href="${to(page + 1)}" rel="next">${texts.next}</a></li>`
  return html`<nav class="evident-pages" aria-label="${labels.pages}"><ul>${previous}${links}${next}</ul></nav>`
}

function writeFaqs(faqs: readonly ShownFaq[], { texts }: Place): Html {
  if (faqs.length === 0) return html``
  const groups = [...Map.groupBy(faqs, ({ group }) => group)]
  return html`<div class="evident-faqs">
${groups.map(
  ([group, own]) => html`<section class="evident-faq-group">
<h2 class="evident-faq-heading" dir="auto">${group ?? texts.questions}</h2>
${own.map(
  ({
    id,
    question,
    answerHtml,
  }) => html`<details class="evident-faq" id="faq-${id}"><summary dir="auto">${question}</summary>
<div class="evident-answer" dir="auto">${raw(answerHtml)}</div></details>
`,
)}</section>
`,
)}</div>
`
}

const eagerPhotos = 2

function writeGallery(gallery: ShownGallery, place: Place, isFirst: boolean): Html {
  const { title, descriptionHtml, items, layout, columns } = gallery
  if (items.length === 0) return html``
  return html`<section class="evident-gallery evident-${layout} evident-columns-${columns}">
${title !== null && html`<h2 class="evident-gallery-heading" dir="auto">${title}</h2>\n`}${descriptionHtml !== '' && html`<div class="evident-gallery-text" dir="auto">${raw(descriptionHtml)}</div>\n`}<ul class="evident-photos">
${items.map((item, i) => html`<li>${writePhoto(item, place, isFirst && i < eagerPhotos)}</li>\n`)}</ul>
</section>
`
}

function writePhoto(item: ShownItem, { labels, texts }: Place, isEager: boolean): Html {
  const { url, cardUrl, width, height, alt, caption, authorName, incentive, products } = item
  const by = authorName === null ? undefined : fill(texts.by, { name: authorName })
  const named = products.filter(({ title }) => title !== null)
  return html`<figure class="evident-photo"><a href="${url}"><img src="${cardUrl ?? url}" alt="${alt || (by ?? '')}"${isEager ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`}${width !== null && html` width="${width}"`}${height !== null && html` height="${height}"`}></a>${
    (caption !== null || by !== undefined || named.length > 0) &&
    html`<figcaption dir="auto">${caption !== null && html`<span class="evident-caption">${caption}</span> `}${by !== undefined && html`<span class="evident-photo-author">${by}</span> `}${incentive !== null && html`<span class="evident-review-rewarded">${labels.rewarded}</span> `}${named.map((product) => html`<span class="evident-photo-product">${linkTo(product.url, product.title ?? '')}</span> `)}</figcaption>`
  }</figure>`
}

function writeProducts(products: readonly ShownProduct[], { texts }: Place): Html {
  if (products.length === 0) return html``
  return html`<section class="evident-products" aria-label="${texts.products}"><ul>
${products.map(({ title, platformProductId, url, imageUrl }) => {
  const picture =
    isWeb(imageUrl) && html`<img src="${imageUrl}" alt="" loading="lazy" decoding="async" width="320" height="320">`
  return html`<li class="evident-product">${picture && html`<span class="evident-product-picture">${picture}</span>`}<span class="evident-product-title" dir="auto">${linkTo(url, title ?? platformProductId)}</span></li>\n`
})}</ul></section>
`
}

const linkTo = (url: string | null, text: string): Html =>
  isWeb(url) ? html`<a href="${url}">${text}</a>` : html`${text}`

const isWeb = (url: string | null): url is string => url !== null && /^https?:/i.test(url) && URL.canParse(url)
