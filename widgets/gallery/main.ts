import { loadedFrom, placeAfterScripts } from '../script-tags.ts'
import { GalleryElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-gallery')) customElements.define('evident-gallery', GalleryElement)
placeAfterScripts('evident-gallery', 'gallery')
