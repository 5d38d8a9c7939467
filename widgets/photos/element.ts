// <evident-photos>: customer photos, each of which opens large with a link to its review on the page. Hidden without
// photos.
import texts from 'virtual:texts/photos'
import { explain, read, type Shop } from '../api.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { spokenIn, type Wording } from '../gallery/parts.ts'
import { failedView, loadingView, renderView } from '../gallery/view.ts'
import { readLocale } from '../language.ts'
import { atFirst } from '../script-tags.ts'
import { wear } from '../styles.ts'
import type { Gallery, Picture, Review, ReviewPage } from '../wire.ts'
import styles from './styles.css?inline'

const atOnce = 12

export class PhotosElement extends Widget {
  static observedAttributes = ['product', 'store', 'locale', 'heading', 'limit']
  protected readonly styles = styles

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    if (!shop) return this.root.replaceChildren()
    const early = spokenIn(readLocale(this))
    this.style.minHeight = ''
    this.root.replaceChildren(loadingView(early))
    try {
      const config = await loadConfig(shop)
      const spoken = spokenIn(readLocale(this) ?? config.defaultLocale)
      const page = (cursor: string | null) => this.#read(shop, spoken, cursor, signal)
      const gallery = await page(null)
      if (signal.aborted) return
      if (gallery.items.length === 0) {
        this.style.minHeight = '0'
        return this.root.replaceChildren()
      }
      const title = this.getAttribute('heading') || spoken.texts.gallery
      const services = { page, wear: (looks: string) => wear(this.root, looks) }
      const { element } = renderView({ ...gallery, title }, spoken, config.theme, services)
      this.root.replaceChildren(element)
      // Hides the arrow buttons if all photos fit.
      const strip = element.querySelector('ul')
      for (const arrow of element.querySelectorAll<HTMLElement>('.round'))
        arrow.hidden = strip !== null && strip.scrollWidth <= strip.clientWidth + 1
    } catch (error) {
      if (signal.aborted) return
      explain(error)
      this.root.replaceChildren(failedView(early, undefined, () => this.reopen()))
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
      items: data.flatMap((review) => (review.relationship ? [] : toPictures(review, spoken))),
      pagination: pagination as Gallery['pagination'],
      leadForm: null,
    }
  }
}

function toPictures(review: Review, spoken: Wording): Picture[] {
  const { id, title, body, authorName, incentive, product } = review
  const caption = [title, body].filter(Boolean).join('\n')
  const more = { text: texts[spoken.language], open: () => openReview(id) }
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
  return !!found
}
