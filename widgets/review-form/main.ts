import { loadedFrom, placeAfterScripts } from '../script-tags.ts'
import { ReviewFormElement } from './element.ts'
import { hydratePage } from './page.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-review-form')) {
  customElements.define('evident-review-form', ReviewFormElement)
  placeAfterScripts('evident-review-form')
}
hydratePage()
