// <evident-stars product="…">: a product's average as five stars. Plain DOM, because a page may have a hundred.
import { explain } from '../api.ts'
import { configOf } from '../config.ts'
import { decimal, localeOf } from '../language.ts'
import { shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { Config, Summary } from '../wire.ts'
import { fiveStars, starWidth } from './star-path.ts'
import styles from './styles.css?inline'
import { summaryOf } from './summaries.ts'

/** Text of the stars for screen readers. */
export type Speak = (locale: string, average: number, count: number) => string | Promise<string>

/** Another bundle may have defined them already. */
export function defineStars(speak: Speak): void {
  StarsElement.speak = speak
  if (!customElements.get('evident-stars')) customElements.define('evident-stars', StarsElement)
}

const sheet = sheetOf(styles)

class StarsElement extends HTMLElement {
  static speak: Speak
  static observedAttributes = ['product', 'store', 'href', 'locale']
  readonly #root = this.attachShadow({ mode: 'open' })
  #asked = {}

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet]
    void this.#fill()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#fill()
  }

  async #fill(): Promise<void> {
    const product = this.getAttribute('product')
    const shop = shopOf(this)
    const asked = {}
    this.#asked = asked
    // Cached data is drawn before the next frame, so no gap shows.
    this.#root.replaceChildren()
    if (!product || !shop) return
    try {
      const [summary, config] = await Promise.all([summaryOf(shop, product), configOf(shop)])
      // Otherwise the answer is for a former product.
      if (asked === this.#asked) await this.#draw(summary, config)
    } catch (error) {
      explain(error)
    }
  }

  /**
   * A product without reviews shows nothing, because empty stars would look like a bad rating. The height stays reserved.
   */
  async #draw({ average, count }: Summary, { theme, defaultLocale }: Config): Promise<void> {
    if (!average) return
    const locale = localeOf(this) ?? defaultLocale
    const href = this.getAttribute('href')
    const frame = document.createElement(href ? 'a' : 'span')
    if (href) frame.setAttribute('href', href)
    else frame.role = 'img'
    frame.style.setProperty('--chosen-star', theme.starColor)
    const text = document.createElement('span')
    text.className = 'count'
    text.textContent = `${decimal(locale, average)} (${count.toLocaleString(locale)})`
    const filled = svg('svg', { width: average * starWidth, height: starWidth })
    filled.append(svg('path', { class: 'full', d: fiveStars }))
    const drawing = svg('svg', { viewBox: `0 0 ${5 * starWidth} ${starWidth}`, 'aria-hidden': true })
    drawing.append(svg('path', { class: 'empty', d: fiveStars }), filled)
    frame.append(drawing, text)
    this.#root.append(frame)
    frame.ariaLabel = await StarsElement.speak(locale, average, count)
  }
}

function svg(name: string, attributes: Record<string, string | number | boolean>): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const key in attributes) element.setAttribute(key, attributes[key] as string)
  return element
}
