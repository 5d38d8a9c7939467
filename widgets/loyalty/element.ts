// <evident-loyalty customer-token="…">: a shopper's own points. Shown only with a token that the shop's server signed.
import { render } from 'preact'
import { explain, read, type Shop } from '../api.ts'
import { configOf } from '../config.ts'
import { localeOf } from '../language.ts'
import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { shopOf } from '../script-tags.ts'
import { sheetOf } from '../styles.ts'
import type { Config, LoyaltyMember } from '../wire.ts'
import { type Labels, labelsIn } from './labels.ts'
import styles from './styles.css?inline'
import { type State, view } from './view.ts'

const sheet = sheetOf(styles)

export class LoyaltyElement extends HTMLElement {
  static observedAttributes = ['customer-token', 'store', 'locale', 'sign-in', 'heading']
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #place = document.createElement('div')
  #reserve: ReservedHeight | undefined
  #token: string | null = null
  #state: State = { phase: 'loading' }
  #config: Config | undefined
  #labels: Labels | undefined
  #isCut = false
  #fetching = new AbortController()

  /** A page can set the token here instead of in its markup. */
  get customerToken(): string | null {
    return this.#token ?? this.getAttribute('customer-token')
  }
  set customerToken(token: string | null) {
    this.#token = token
    if (this.isConnected) void this.#open()
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet]
    this.#place.className = 'place'
    this.#root.append(this.#place)
    this.#reserve ??= reserveHeight(this, this.#place, (isCut) => {
      this.#isCut = isCut
      this.#draw()
    })
    // A property set before this script loaded hides the accessor.
    const early = Object.getOwnPropertyDescriptor(this, 'customerToken')
    if (early) {
      delete (this as { customerToken?: unknown }).customerToken
      this.#token = early.value as string | null
    }
    void this.#open()
  }

  disconnectedCallback(): void {
    this.#fetching.abort()
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.#reserve) void this.#open()
  }

  async #open(): Promise<void> {
    this.#fetching.abort()
    this.#fetching = new AbortController()
    const { signal } = this.#fetching
    const shop = shopOf(this)
    if (!shop) return
    // Clears one shopper's data before the next one's loads.
    this.#set({ phase: this.customerToken ? 'loading' : 'signedOut' })
    const config = configOf(shop).catch(explain)
    const asked = this.#stateOf(shop, this.customerToken, signal)
    try {
      const labels = await labelsIn(localeOf(this) ?? (await config)?.defaultLocale ?? 'en')
      if (signal.aborted) return
      this.#labels = labels
      this.#draw()
    } catch (error) {
      explain(error)
    }
    const state = await asked
    this.#config = (await config) ?? undefined
    if (!signal.aborted) this.#set(state)
  }

  async #stateOf(shop: Shop, token: string | null, signal: AbortSignal): Promise<State> {
    if (!token) return { phase: 'signedOut' }
    try {
      const vouched = { ...shop, headers: { 'x-customer-token': token } }
      return { phase: 'ready', member: await read<LoyaltyMember>(vouched, 'loyalty/member', {}, signal) }
    } catch (error) {
      if (signal.aborted) return { phase: 'loading' }
      explain(error)
      const code = String((error as Error).cause)
      // A token expires within a day, so a page that was open longer asks for sign-in.
      if (code === 'unauthenticated') return { phase: 'signedOut' }
      return { phase: /forbidden|expired|required|disabled/.test(code) ? 'unavailable' : 'failed' }
    }
  }

  #set(state: State): void {
    this.#state = state
    this.#draw()
  }

  #draw(): void {
    const labels = this.#labels
    if (!labels) return
    const heading = this.getAttribute('heading') || labels.heading
    const retry = () => void this.#open()
    const release = () => this.#reserve?.release()
    const isCut = this.#isCut
    const theme = this.#config?.theme
    const signInUrl = this.getAttribute('sign-in')
    render(
      view({ state: this.#state, labels: { ...labels, heading }, theme, signInUrl, isCut, retry, release }),
      this.#place,
    )
    if (this.#state.phase !== 'loading') this.#reserve?.settle()
  }
}
