import { loadedFrom } from '../script-tags.ts'
import { LoyaltyElement } from './element.ts'

loadedFrom(import.meta.url)
if (!customElements.get('evident-loyalty')) customElements.define('evident-loyalty', LoyaltyElement)
