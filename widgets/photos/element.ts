// <evident-photos>: customers' photos of a product or the store in a strip. A photo opens large with its author's words and
// a link to the review on the page. Hidden without photos.
import { explain, read, type Shop } from '../api.ts'
import { configOf } from '../config.ts'
import { button, spokenIn, type Wording } from '../gallery/parts.ts'
import galleryStyles from '../gallery/styles.css?inline'
import { sectionOf, viewOf } from '../gallery/view.ts'
import { localeOf } from '../language.ts'
import { make } from '../make.ts'
import { atFirst, shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { Gallery, Picture, Review, ReviewPage } from '../wire.ts'
import styles from './styles.css?inline'
import { textsIn } from './texts.ts'

const sheet = sheetOf(galleryStyles + styles)
/** Reviews per request. Each has up to five photos. */
const atOnce = 12

export class PhotosElement extends HTMLElement {
  static observedAttributes = ['product', 'store', 'locale', 'heading', 'limit']
  readonly #root = this.attachShadow({ mode: 'open' })
  #opening = new AbortController()

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet]
    void this.#open()
  }

  disconnectedCallback(): void {
    this.#opening.abort()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#open()
  }

  async #open(): Promise<void> {
    this.#opening.abort()
    this.#opening = new AbortController()
    const { signal } = this.#opening
    const shop = shopOf(this)
    if (!shop) return this.#root.replaceChildren()
    const early = spokenIn(localeOf(this))
    this.style.minHeight = ''
    this.#show(
      sectionOf(
        early,
        undefined,
        make('p', { role: 'status', class: 'unseen' }, early.texts.loading),
        make('div', { class: 'bones' }, ...[1, 2, 3, 4, 5, 6].map(() => make('div', { class: 'bone' }))),
      ),
    )
    try {
      const config = await configOf(shop)
      const spoken = spokenIn(localeOf(this) ?? config.defaultLocale)
      const page = (cursor: string | null) => this.#read(shop, spoken, cursor, signal)
      const gallery = await page(null)
      if (signal.aborted) return
      if (gallery.items.length === 0) {
        this.style.minHeight = '0'
        return this.#show(make('div'))
      }
      const title = this.getAttribute('heading') || spoken.texts.gallery
      const { element } = viewOf({ ...gallery, title }, spoken, config.theme, page)
      this.#show(element)
      // Arrows are hidden while everything fits.
      const strip = element.querySelector('ul')
      for (const arrow of element.querySelectorAll<HTMLElement>('.round'))
        arrow.hidden = strip !== null && strip.scrollWidth <= strip.clientWidth + 1
    } catch (error) {
      if (signal.aborted) return
      explain(error)
      const { failed, retry } = early.texts
      const message = make('div', { class: 'message', role: 'status' }, make('p', {}, failed))
      message.append(button(retry, () => void this.#open()))
      this.#show(sectionOf(early, undefined, message))
    }
  }

  async #read(shop: Shop, spoken: Wording, cursor: string | null, signal: AbortSignal): Promise<Gallery> {
    const platformProductId = this.getAttribute('product')
    const { data, pagination } = await read<ReviewPage>(
      shop,
      'reviews',
      { platformProductId, hasPhotos: true, limit: atFirst(this) || atOnce, cursor },
      signal,
    )
    return {
      id: '',
      title: null,
      descriptionHtml: '',
      layout: 'carousel',
      columns: 6,
      items: data.flatMap((review) => picturesOf(review, spoken)),
      pagination: pagination as Gallery['pagination'],
      leadForm: null,
    }
  }

  #show(content: HTMLElement): void {
    this.#root.replaceChildren(make('div', { class: 'place' }, content))
  }
}

function picturesOf(review: Review, spoken: Wording): Picture[] {
  const { id, title, body, authorName, incentive, product } = review
  const caption = [title, body].filter(Boolean).join('\n')
  const more = { text: textsIn(spoken.language).read, open: () => openReview(id) }
  return review.photos.map((photo) => ({
    ...photo,
    alt: '',
    caption,
    authorName,
    incentive,
    products: product ? [product] : [],
    ...(reviewIn(id) && { more }),
  }))
}

function reviewIn(id: string): HTMLElement | undefined {
  for (const { shadowRoot } of document.querySelectorAll('evident-reviews')) {
    const found = shadowRoot?.getElementById(`r-${id}`)
    if (found) return found
  }
}

function openReview(id: string): boolean {
  const found = reviewIn(id)
  found?.scrollIntoView({ block: 'center' })
  found?.focus({ preventScroll: true })
  return found !== undefined
}
