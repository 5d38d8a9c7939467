import { explain, type Shop } from '../api.ts'
import { findShop } from '../script-tags.ts'
import { wear } from '../styles.ts'

export abstract class Widget extends HTMLElement {
  protected readonly root = this.attachShadow({ mode: 'open' })
  protected abstract readonly styles: string
  #opening: AbortController | undefined

  connectedCallback(): void {
    wear(this.root, this.styles)
    this.reopen()
  }

  disconnectedCallback(): void {
    this.#opening?.abort()
  }

  attributeChangedCallback(): void {
    // For a parsed element, the browser reports the attributes before it connects the element.
    if (this.#opening && this.isConnected) this.reopen()
  }

  /**
   * Loads the data and renders it. `shop` is undefined if the page names none. The signal aborts when an attribute changes
   * or the element leaves the page.
   */
  protected abstract open(shop: Shop | undefined, signal: AbortSignal): Promise<void>

  protected reopen(): void {
    this.#opening?.abort()
    this.#opening = new AbortController()
    const { signal } = this.#opening
    this.open(findShop(this), signal).catch((error) => signal.aborted || explain(error))
  }
}
