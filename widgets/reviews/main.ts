import { loadedFrom, placeAfterScripts } from '../script-tags.ts'
import { defineStars } from '../stars/element.ts'
import { ReviewsElement } from './element.ts'
import { wordsIn } from './words.ts'

loadedFrom(import.meta.url)
defineStars(async (locale, average, count) => {
  const words = await wordsIn(locale)
  return `${words.starred(words.decimal(average))}, ${words.counted(count)}`
})
if (!customElements.get('evident-reviews')) {
  customElements.define('evident-reviews', ReviewsElement)
  placeAfterScripts('evident-reviews')
}
