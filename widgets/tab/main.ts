import { loadedFrom } from '../script-tags.ts'
import { TabElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-tab')) customElements.define('evident-tab', TabElement)
