// <evident-stars product="…">: a product's average as five stars. It uses plain DOM, because a page may have a hundred of
// these elements.
import type { Shop } from '../api.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { decimal, readLocale } from '../language.ts'
import { drawStars } from './drawing.ts'
import styles from './styles.css?inline'
import { loadSummary } from './summaries.ts'

export type Speak = (locale: string, average: number, count: number) => string | Promise<string>

/** Another bundle may have defined the element already. */
export function defineStars(speak: Speak): void {
  StarsElement.speak = speak
  if (!customElements.get('evident-stars')) customElements.define('evident-stars', StarsElement)
}

class StarsElement extends Widget {
  static speak: Speak
  static observedAttributes = ['href', 'product', 'store', 'locale']
  protected readonly styles = styles

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    const product = this.getAttribute('product')
    // Cached data is rendered before the next frame, so no gap is visible.
    this.root.replaceChildren()
    if (!product || !shop) return
    const { reviews, theme, defaultLocale } = await loadConfig(shop)
    const { average, count } = await loadSummary(shop, product, this.getAttribute('pool') || reviews.pool)
    // After an abort, the response belongs to the previous product. Without reviews the element stays empty, because empty
    // stars would look like a bad rating. Its height stays reserved.
    if (signal.aborted || !average) return
    const locale = readLocale(this) ?? defaultLocale
    const href = this.getAttribute('href')
    const frame = document.createElement(href ? 'a' : 'span')
    if (href) frame.setAttribute('href', href)
    else frame.role = 'img'
    frame.style.setProperty('--chosen-star', theme.starColor)
    const text = document.createElement('span')
    text.className = 'count'
    text.textContent = `${decimal(locale, average)} (${count.toLocaleString(locale)})`
    frame.append(drawStars(average, { 'aria-hidden': true }), text)
    this.root.append(frame)
    frame.ariaLabel = await StarsElement.speak(locale, average, count)
  }
}
