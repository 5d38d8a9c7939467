import { loadedFrom } from '../script-tags.ts'
import { CarouselElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-carousel')) customElements.define('evident-carousel', CarouselElement)
