import { loadedFrom, placeAfterScripts } from '../script-tags.ts'
import { FaqElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-faq')) customElements.define('evident-faq', FaqElement)
placeAfterScripts('evident-faq')
