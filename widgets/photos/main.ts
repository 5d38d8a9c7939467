import { loadedFrom } from '../script-tags.ts'
import { PhotosElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-photos')) customElements.define('evident-photos', PhotosElement)
