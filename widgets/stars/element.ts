// <evident-stars product="…">: the average of a product's reviews as five stars. Plain DOM, because a page may show a hundred.
import { explain } from '../api.ts'
import { configOf } from '../config.ts'
import { decimal, localeOf } from '../language.ts'
import { shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { Config, Summary } from '../wire.ts'
import { fiveStars, starWidth } from './star-path.ts'
import styles from './styles.css?inline'
import { summaryOf } from './summaries.ts'

/** What stars are to those who do not see them. */
export type Speak = (locale: string, average: number, count: number) => string | Promise<string>

/** Another bundle of ours may have brought them already. */
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
    // Cached facts are drawn again before the next frame, so no gap shows.
    this.#root.replaceChildren()
    if (!product || !shop) return
    try {
      const [summary, config] = await Promise.all([summaryOf(shop, product), configOf(shop)])
      // Otherwise of a product that the page has left in the meantime.
      if (asked === this.#asked) await this.#draw(summary, config)
    } catch (error) {
      explain(error)
    }
  }

  /** A product without reviews shows nothing: empty stars would read as a bad rating. The place stays reserved. */
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
