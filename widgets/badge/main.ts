import { loadedFrom } from '../script-tags.ts'
import { BadgeElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-badge')) customElements.define('evident-badge', BadgeElement)
