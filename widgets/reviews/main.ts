import { loadedFrom, placeAfterScripts } from '../script-tags.ts'
import { defineStars } from '../stars/element.ts'
import { ReviewsElement } from './element.ts'
import { labelsIn } from './labels.ts'

loadedFrom(import.meta.url)
defineStars(async (locale, average, count) => {
  const labels = await labelsIn(locale)
  return `${labels.starred(labels.decimal(average))}, ${labels.counted(count)}`
})
if (!customElements.get('evident-reviews')) {
  customElements.define('evident-reviews', ReviewsElement)
  placeAfterScripts('evident-reviews')
}
