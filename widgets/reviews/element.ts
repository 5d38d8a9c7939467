import { h, render } from 'preact'
import { explain, read, type Shop } from '../api.ts'
import { ReservedWidget } from '../base/reserved-widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale, toLanguage } from '../language.ts'
import { wear } from '../styles.ts'
import type { DialogRequest } from './dialog-types.ts'
import { Feed } from './feed.ts'
import { icon } from './icons.ts'
import { type Labels, labelsIn } from './labels.ts'
import styles from './styles.css?inline'
import { view } from './view.ts'
import type { Actions, Browsing, Node } from './view-types.ts'

/** The form is a separate bundle beside this one, because pages can use it alone. */
const formUrl = new URL(/* @vite-ignore */ 'review-form.js', import.meta.url).href

/** State of one product and language. A different product or language gets a new object. */
type ProductState = { key: string; shop: Shop; product: string; feed: Feed; labels?: Labels; browsing?: Browsing }

/** Undefined if the code failed to load. */
type LazyCode = [typeof import('./browsing.ts'), typeof import('./extras.ts')] | undefined

type Ready = ProductState & { labels: Labels }

export class ReviewsElement extends ReservedWidget {
  static observedAttributes = ['product', 'store', 'locale']
  protected readonly styles = styles
  readonly #unfolded = new Set<string>()
  #shown: ProductState | undefined
  #dialog: Node | null = null

  override disconnectedCallback(): void {
    // Pages move an element by removing and inserting it, so the visitor's choices must survive a removal.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#close()
      this.reserve.release()
    })
  }

  protected async open(shop: Shop | undefined): Promise<void> {
    const product = this.getAttribute('product')
    const locale = readLocale(this)
    const key = `${[shop?.store, product, locale]}`
    if (key === this.#shown?.key) return
    this.#close()
    if (!shop || !product) return
    const limit = this.getAttribute('limit')
    const subject = { shop, product, limit, pool: this.getAttribute('pool'), firstLocale: locale ?? null }
    const shown: ProductState = { ...subject, key, feed: new Feed(subject, () => this.draw()) }
    this.#shown = shown
    // Texts and reviews load in parallel and appear together.
    void shown.feed.open()
    try {
      const fetched = Promise.all([import('./browsing.ts'), import('./extras.ts')]).catch(explain) as Promise<LazyCode>
      const labels = await labelsIn(locale ?? (await loadConfig(shop)).defaultLocale)
      labels.heading = this.getAttribute('heading') || labels.heading
      shown.browsing = this.#browse(await fetched, shown, labels)
      shown.labels = labels
    } catch (error) {
      explain(error)
    }
    this.draw()
  }

  #close(): void {
    this.#shown?.feed.close()
    this.#shown = undefined
    this.#dialog = null
    render(null, this.place)
  }

  #browse(fetched: LazyCode, { shop, product }: ProductState, { locale }: Labels): Browsing | undefined {
    if (!fetched) return undefined
    const [{ browse, looks }, extras] = fetched
    const dress = (css: string) => wear(this.root, css)
    dress(looks + extras.looks)
    return browse({
      ...{ h, icon, fill, read, shop, product, wear: dress },
      ...extras,
      language: toLanguage(locale),
      changed: () => this.draw(),
    })
  }

  protected draw(): void {
    const shown = this.#shown as Ready | undefined
    if (!shown?.labels) return
    const { shop, feed } = shown
    const { state } = feed
    render(
      view({
        ...shown,
        state,
        act: this.#act,
        unfolded: this.#unfolded,
        isCut: this.isCut,
        dialog: this.#dialog,
        evidence: `${shop.origin}/evidence/${shop.store}`,
      }),
      this.place,
    )
    // Without reviews the reserved space would be an empty gap.
    if (state.phase === 'ready' && !state.reviews[0]) this.reserve.release()
    else if (state.phase !== 'loading') this.reserve.settle()
  }

  readonly #act: Actions = {
    choose: (change) => {
      this.reserve.release()
      // A shorter list must not move the content below, because the visitor may be viewing it.
      const list = this.root.querySelector<HTMLElement>('.list')
      if (list) list.style.minHeight = `${list.offsetHeight}px`
      void this.#shown?.feed.choose(change)
    },
    more: () => void this.#more(),
    retry: () => void this.#shown?.feed.open(),
    write: () => void this.#ask({ kind: 'form' }),
    report: (review) => void this.#ask({ kind: 'report', review }),
    look: (review, index) => void this.#ask({ kind: 'photos', review, index }),
    unfold: ({ id }) => {
      if (!this.#unfolded.delete(id)) this.#unfolded.add(id)
      this.reserve.release()
      this.draw()
    },
    release: () => this.reserve.release(),
  }

  async #more(): Promise<void> {
    const feed = this.#shown?.feed
    if (!feed || feed.state.busy) return
    const { length } = feed.state.reviews
    this.reserve.release()
    await feed.more()
    // The button may have been removed, so the focus moves to the first new review.
    const first = feed.state.reviews[length]
    if (first) this.root.getElementById(`r-${first.id}`)?.focus({ preventScroll: true })
  }

  async #ask(asked: DialogRequest): Promise<void> {
    const shown = this.#shown as Ready | undefined
    if (!shown?.labels) return
    const { dialog, looks } = await import('./dialogs.ts')
    wear(this.root, looks)
    if (asked.kind === 'form') await import(/* @vite-ignore */ formUrl)
    const token = this.getAttribute('customer-token')
    let current: DialogRequest | null
    const show = (next: DialogRequest | null) => {
      if (shown !== this.#shown) return
      current = next
      this.#dialog = next && dialog({ ...shown, asked: next, h, read, token, show, redraw: () => show(current) })
      this.draw()
    }
    show(asked)
  }
}
