import { h, render } from 'preact'
import { explain, read, type Shop } from '../api.ts'
import { ReservedWidget } from '../base/reserved-widget.ts'
import { loadConfig } from '../config.ts'
import { readLocale } from '../language.ts'
import { wear } from '../styles.ts'
import { readSubject } from '../subject.ts'
import type { Kit } from './browsing-kit.ts'
import { Feed } from './feed.ts'
import { icon, stars } from './icons.ts'
import { type Labels, labelsIn } from './labels.ts'
import styles from './styles.css?inline'
import { view } from './view.ts'
import type { Actions, Browsing, DialogRequest, Node } from './view-types.ts'

/** State of one subject and language. A different subject or language gets a new object. */
type SubjectState = Pick<Kit, 'h' | 'read' | 'shop' | 'subject' | 'wear'> & {
  key: string
  feed: Feed
  labels?: Labels
  browsing?: Browsing
}

/** Undefined if the code failed to load. */
type LazyCode = [typeof import('./browsing.ts'), typeof import('./extras.ts')] | undefined

type Ready = SubjectState & { labels: Labels }

export class ReviewsElement extends ReservedWidget {
  static observedAttributes = ['product', 'subject', 'store', 'locale']
  protected readonly styles = styles
  readonly #unfolded = new Set<string>()
  #shown: SubjectState | undefined
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
    const subject = readSubject(this)
    const locale = readLocale(this)
    const key = JSON.stringify([shop, subject, locale])
    if (key === this.#shown?.key) return
    this.#close()
    if (!shop || !Object.values(subject)[0]) return
    const source = {
      ...{ shop, subject, h, read },
      limit: this.getAttribute('limit'),
      pool: this.getAttribute('pool'),
      firstLocale: locale ?? null,
      changed: () => this.draw(),
      wear: (css: string) => wear(this.root, css),
    }
    const shown: SubjectState = { ...source, key, feed: new Feed(source) }
    this.#shown = shown
    // Texts and reviews load in parallel and appear together.
    void shown.feed.open()
    try {
      const fetched = Promise.all([import('./browsing.ts'), import('./extras.ts')]).catch(explain) as Promise<LazyCode>
      const labels = await labelsIn(locale ?? (await loadConfig(shop)).defaultLocale)
      const code = await fetched
      if (code) {
        const [{ browse, looks }, extras] = code
        source.wear(looks + extras.looks)
        shown.browsing = await browse({ ...source, ...extras, icon, stars, labels })
      }
      labels.heading = this.getAttribute('heading') || labels.heading
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

  protected draw(): void {
    const shown = this.#shown as Ready | undefined
    if (!shown?.labels) return
    const { state } = shown.feed
    render(
      view({
        ...shown,
        state,
        act: this.#act,
        unfolded: this.#unfolded,
        isCut: this.isCut,
        dialog: this.#dialog,
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
    ask: (asked) => void this.#ask(asked),
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
    const { openDialog } = await import('./dialogs.ts')
    const token = this.getAttribute('customer-token')
    void openDialog({ ...shown, asked, token }, (dialog) => {
      if (shown !== this.#shown) return
      this.#dialog = dialog
      this.draw()
    })
  }
}
