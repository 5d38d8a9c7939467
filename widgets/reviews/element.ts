// <evident-reviews product="…">: the reviews of one product in a shadow root.
import { h, render } from 'preact'
import { explain, type Shop } from '../api.ts'
import { configOf } from '../config.ts'
import { fill, languageOf, localeOf } from '../language.ts'
import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { DialogRequest } from './dialog-types.ts'
import { Feed } from './feed.ts'
import { icon } from './icons.ts'
import { type Labels, labelsIn } from './labels.ts'
import styles from './styles.css?inline'
import { view } from './view.ts'
import type { Actions, Browsing, Node } from './view-types.ts'

const sheet = sheetOf(styles)

/** A bundle of its own beside this one: a page may use it without us. */
const formUrl = new URL(/* @vite-ignore */ 'review-form.js', import.meta.url).href

/** What is drawn belongs together: another product or language is another of these. */
type Shown = { key: string; shop: Shop; product: string; feed: Feed; labels?: Labels; browsing?: Browsing }

type Ready = Shown & { labels: Labels }

export class ReviewsElement extends HTMLElement {
  static observedAttributes = ['product', 'store', 'locale']
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #place = document.createElement('div')
  readonly #unfolded = new Set<string>()
  #reserve: ReservedHeight | undefined
  #shown: Shown | undefined
  readonly #sheets = [sheet]
  #dialog: Node | null = null
  #isCut = false

  connectedCallback(): void {
    this.#dress()
    this.#place.className = 'place'
    this.#root.append(this.#place)
    this.#reserve ??= reserveHeight(this, this.#place, (isCut) => {
      this.#isCut = isCut
      this.#draw()
    })
    void this.#open()
  }

  disconnectedCallback(): void {
    // Pages move elements about, which is taking them out and putting them in: what a visitor has chosen stays.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#close()
      this.#reserve?.release()
    })
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.#reserve) void this.#open()
  }

  async #open(): Promise<void> {
    const shop = shopOf(this)
    const product = this.getAttribute('product')
    const locale = localeOf(this)
    const key = `${[shop?.store, product, locale]}`
    if (key === this.#shown?.key) return
    this.#close()
    if (!shop || !product) return
    const subject = { shop, product, limit: this.getAttribute('limit') }
    const shown: Shown = { ...subject, key, feed: new Feed(subject, () => this.#draw()) }
    this.#shown = shown
    // Words and reviews are fetched at once, and neither is shown without the other.
    void shown.feed.open()
    try {
      const fetched = import('./browsing.ts').catch(explain) as Promise<typeof import('./browsing.ts') | undefined>
      const labels = await labelsIn(locale ?? (await configOf(shop)).defaultLocale)
      labels.heading = this.getAttribute('heading') || labels.heading
      shown.browsing = this.#browse(await fetched, shown, labels)
      shown.labels = labels
    } catch (error) {
      explain(error)
    }
    this.#draw()
  }

  /** Leaves nothing of a product that the page has left. */
  #close(): void {
    this.#shown?.feed.close()
    this.#shown = undefined
    this.#dialog = null
    render(null, this.#place)
  }

  #browse(
    fetched: typeof import('./browsing.ts') | undefined,
    { shop }: Shown,
    { locale }: Labels,
  ): Browsing | undefined {
    if (!fetched) return undefined
    this.#sheets[1] = sheetOf(fetched.looks)
    this.#dress()
    return fetched.browse({ h, icon, fill, shop, language: languageOf(locale), changed: () => this.#draw() })
  }

  #dress(): void {
    // Without holes: each comes when it is fetched.
    this.#root.adoptedStyleSheets = this.#sheets.filter(Boolean)
  }

  #draw(): void {
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
        isCut: this.#isCut,
        dialog: this.#dialog,
        evidence: `${shop.origin}/evidence/${shop.store}`,
      }),
      this.#place,
    )
    // Without reviews the reserved place would be a hole in the page.
    if (state.phase === 'ready' && !state.reviews[0]) this.#reserve?.release()
    else if (state.phase !== 'loading') this.#reserve?.settle()
  }

  readonly #act: Actions = {
    choose: (change) => {
      this.#reserve?.release()
      // A shorter list leaves what is below where it is: the visitor is looking at it.
      const list = this.#root.querySelector<HTMLElement>('.list')
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
      this.#reserve?.release()
      this.#draw()
    },
    release: () => this.#reserve?.release(),
  }

  async #more(): Promise<void> {
    const feed = this.#shown?.feed
    if (!feed || feed.state.busy) return
    const { length } = feed.state.reviews
    this.#reserve?.release()
    await feed.more()
    // The button may be gone; reading goes on with what was asked for.
    const first = feed.state.reviews[length]
    if (first) this.#root.getElementById(`r-${first.id}`)?.focus({ preventScroll: true })
  }

  async #ask(asked: DialogRequest): Promise<void> {
    const shown = this.#shown as Ready | undefined
    if (!shown?.labels) return
    const { dialog, looks } = await import('./dialogs.ts')
    this.#sheets[2] = sheetOf(looks)
    this.#dress()
    if (asked.kind === 'form') await import(/* @vite-ignore */ formUrl)
    const token = this.getAttribute('customer-token')
    const show = (next: DialogRequest | null) => {
      // The page shows another product by now: nothing opens for the former one.
      if (shown !== this.#shown) return
      this.#dialog = next && dialog({ ...shown, asked: next, h, token, show })
      this.#draw()
    }
    show(asked)
  }
}
