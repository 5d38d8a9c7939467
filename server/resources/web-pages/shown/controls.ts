// Filters and orders of a list of reviews. They are links, so they work without a script.
import { fill } from '#locales/fill.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { summaryLine } from '#resources/storefront/documents/rules.ts'
import { linkWith, type Place } from './links.ts'
import type { Choice, ReviewList } from './rules.ts'
import { reviewSorts } from './schema.ts'

export function writeOverview(list: ReviewList, id: string, place: Place): Html | false {
  const { average, averaged } = list
  if (average === null) return false
  return html`<div class="evident-reviews-overview">
${summaryLine(place.labels, average, averaged)}
<ul class="evident-reviews-stars" aria-label="${place.texts.filterByStars}">
${[5, 4, 3, 2, 1].map((rating) => html`<li>${writeRow(list, id, place, rating)}</li>\n`)}</ul>
</div>`
}

const barWidth = 100

/** A chosen row leads back to all reviews. A row without reviews is no link. */
function writeRow(list: ReviewList, id: string, place: Place, rating: number): Html {
  const { choice, averaged, byStar } = list
  const { labels } = place
  const count = byStar[rating - 1] ?? 0
  const isOn = choice.rating === rating
  const width = averaged === 0 ? 0 : Math.round((count / averaged) * 10 * barWidth) / 10
  const row = html`<span>${labels.number(rating)} ★</span> <svg class="evident-bar" width="${barWidth}" height="8" viewBox="0 0 ${barWidth} 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${barWidth}" height="8" fill="currentColor" fill-opacity="0.2"/><rect width="${width}" height="8" fill="currentColor"/></svg> <span>${labels.number(count)}</span>`
  const meaning = `${fill(labels.starsOf, { n: labels.number(rating) })}: ${labels.counted(count)}`
  if (count === 0 && !isOn) return html`<span class="evident-reviews-row" title="${meaning}">${row}</span>`
  const href = linkWith(list, id, place, { ...choice, rating: isOn ? undefined : rating })
  return html`<a class="evident-reviews-row" href="${href}" title="${meaning}"${isOn && html` aria-current="true"`}>${row}</a>`
}

export function writeTools(list: ReviewList, id: string, place: Place): Html {
  const { choice, withPhotos } = list
  const { texts } = place
  const chip = (text: string, next: Choice, isOn: boolean) =>
    html`<a class="evident-chip" href="${linkWith(list, id, place, next)}"${isOn && html` aria-current="true"`}>${text}</a>`
  const chosen = choice.sort ?? 'newest'
  const sorts = reviewSorts.map((sort) => {
    const href = linkWith(list, id, place, { ...choice, sort: sort === 'newest' ? undefined : sort })
    return html`<li><a href="${href}"${sort === chosen && html` aria-current="true"`}>${texts[sort]}</a></li>`
  })
  const isFiltered = choice.rating !== undefined || choice.hasPhotos
  const clear = { ...choice, rating: undefined, hasPhotos: undefined }
  return html`<nav class="evident-reviews-tools" aria-label="${texts.sortAndFilter}">
<details class="evident-reviews-sort"><summary class="evident-chip"><span>${texts.sort}</span> ${texts[chosen]}</summary>
<ul>${sorts}</ul></details>
${(withPhotos > 0 || choice.hasPhotos) && chip(texts.withPhotos, { ...choice, hasPhotos: choice.hasPhotos ? undefined : true }, choice.hasPhotos === true)}
${isFiltered && html`<a class="evident-reviews-clear" href="${linkWith(list, id, place, clear)}">${texts.clear}</a>`}
</nav>`
}
