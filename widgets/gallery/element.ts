// <evident-gallery>: customers' photos chosen by the shop. Hidden when empty.
import { explain, read, type Shop } from '../api.ts'
import { configOf } from '../config.ts'
import { localeOf } from '../language.ts'
import { make } from '../make.ts'
import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { atFirst, shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { Gallery } from '../wire.ts'
import { button, spokenIn, type Wording } from './parts.ts'
import styles from './styles.css?inline'
import { sectionOf, viewOf } from './view.ts'

const sheet = sheetOf(styles)
/** Fills rows of two, three, four or six. */
const atOnce = 24

export class GalleryElement extends HTMLElement {
  static observedAttributes = ['gallery', 'store', 'locale', 'heading', 'limit']
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #place = make('div', { class: 'place' })
  #reserve: ReservedHeight | undefined
  #opening = new AbortController()
  #isDressed = false

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet]
    this.#isDressed = false
    this.#root.append(this.#place)
    this.#reserve ??= reserveHeight(this, this.#place, (isCut) => this.#cut(isCut))
    void this.#open()
  }

  disconnectedCallback(): void {
    this.#opening.abort()
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.#reserve) void this.#open()
  }

  #cut(isCut: boolean): void {
    this.#place.querySelector('.cut')?.remove()
    const { texts } = spokenIn(localeOf(this))
    if (isCut)
      this.#place.firstElementChild?.append(
        make(
          'div',
          { class: 'cut' },
          button(texts.showAll, () => this.#reserve?.release()),
        ),
      )
  }

  async #open(): Promise<void> {
    this.#opening.abort()
    this.#opening = new AbortController()
    const { signal } = this.#opening
    const shop = shopOf(this)
    const id = this.getAttribute('gallery')
    if (!shop || !id) return this.#place.replaceChildren()
    const early = spokenIn(localeOf(this))
    this.#show(
      sectionOf(
        early,
        undefined,
        make('p', { role: 'status', class: 'unseen' }, early.texts.loading),
        make('div', { class: 'bones' }, ...[1, 2, 3, 4, 5, 6].map(() => make('div', { class: 'bone' }))),
      ),
    )
    const config = (await configOf(shop).catch(explain)) ?? undefined
    const spoken = spokenIn(localeOf(this) ?? config?.defaultLocale)
    const page = (cursor?: string) =>
      read<Gallery>(
        shop,
        `galleries/${encodeURIComponent(id)}`,
        { locale: spoken.locale, limit: atFirst(this) || atOnce, includeTotal: true, cursor: cursor ?? null },
        signal,
      )
    const gallery = await page().catch((error: Error) => {
      if (!signal.aborted) explain(error)
      // A missing or unpublished gallery is shown like an empty one.
      return error.cause === undefined ? undefined : null
    })
    // Fetched before the first drawing, so nothing moves later.
    const form = gallery?.leadForm ? await this.#formOf(shop, gallery, spoken).catch(explain) : undefined
    if (signal.aborted) return
    if (gallery === undefined) {
      const { failed, retry } = spoken.texts
      const message = make('div', { class: 'message', role: 'status' }, make('p', {}, failed))
      message.append(button(retry, () => void this.#open()))
      this.#show(sectionOf(spoken, config?.theme, message))
    } else if (gallery === null || (gallery.items.length === 0 && !form)) this.#show(make('div'))
    else {
      const title = this.getAttribute('heading') || gallery.title
      const { element, arrange } = viewOf({ ...gallery, title }, spoken, config?.theme, page)
      if (form) element.append(form)
      this.#show(element)
      arrange()
    }
    // Without photos the reserved space would be a gap.
    if (gallery === null || gallery?.items.length === 0) this.#reserve?.release()
    else this.#reserve?.settle()
  }

  async #formOf(shop: Shop, { id, leadForm: form }: Gallery, { locale, language }: Wording) {
    if (!form) return undefined
    const { leadFormOf, looks } = await import('./lead-form.ts')
    if (!this.#isDressed) this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheetOf(looks)]
    this.#isDressed = true
    return leadFormOf({ make, read }, { id, shop, form, locale, language })
  }

  #show(content: HTMLElement): void {
    this.#place.replaceChildren(content)
  }
}
