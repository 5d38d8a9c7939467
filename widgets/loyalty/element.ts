// <evident-loyalty customer-token="…">: a shopper's own points. They are shown only with a token that the shop's server
// signed.
import { h, render } from 'preact'
import { explain, read, type Shop } from '../api.ts'
import { ReservedWidget } from '../base/reserved-widget.ts'
import { loadConfig } from '../config.ts'
import { readLocale } from '../language.ts'
import { wear } from '../styles.ts'
import type { Config, LoyaltyMember } from '../wire.ts'
import { type Labels, labelsIn } from './labels.ts'
import type { Redeeming } from './redeeming.ts'
import styles from './styles.css?inline'
import { type State, view } from './view.ts'

export class LoyaltyElement extends ReservedWidget {
  static observedAttributes = ['customer-token', 'store', 'locale', 'sign-in', 'heading']
  protected readonly styles = styles
  #token: string | null = null
  #state: State = { phase: 'loading' }
  #config: Config | undefined
  #labels: Labels | undefined
  #redeeming: Redeeming | undefined

  /** A page can set the token here instead of in its markup. */
  get customerToken(): string | null {
    return this.#token ?? this.getAttribute('customer-token')
  }
  set customerToken(token: string | null) {
    this.#token = token
    if (this.isConnected) this.reopen()
  }

  override connectedCallback(): void {
    // A property that was set before this script loaded hides the accessor.
    const early = Object.getOwnPropertyDescriptor(this, 'customerToken')
    if (early) {
      delete (this as { customerToken?: unknown }).customerToken
      this.#token = early.value as string | null
    }
    super.connectedCallback()
  }

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    if (!shop) return
    // One shopper's data is cleared before the next shopper's data loads.
    this.#set({ phase: this.customerToken ? 'loading' : 'signedOut' })
    const config = loadConfig(shop).catch(explain)
    const vouched = { ...shop, headers: { 'x-customer-token': this.customerToken ?? '' } }
    this.#redeeming = undefined
    const asked = this.#stateOf(vouched, signal)
    try {
      const labels = await labelsIn(readLocale(this) ?? (await config)?.defaultLocale ?? 'en')
      if (signal.aborted) return
      this.#labels = labels
      this.draw()
    } catch (error) {
      explain(error)
    }
    const state = await asked
    if (state.phase === 'ready' && state.member.shopperRedeems) await this.#prepare(vouched, signal).catch(explain)
    this.#config = (await config) ?? undefined
    if (!signal.aborted) this.#set(state)
  }

  /** Loads the code for redeeming. If it fails to load, the points are still shown. */
  async #prepare(shop: Shop, signal: AbortSignal): Promise<void> {
    const { createRedeeming, looks } = await import('./redeeming.ts')
    if (!this.#labels) return
    wear(this.root, looks)
    const refresh = async () => {
      const state = await this.#stateOf(shop, signal)
      if (state.phase === 'ready') this.#state = state
    }
    const draw = () => this.draw()
    const redeeming = createRedeeming({ h, read, shop, labels: this.#labels, signal, draw, refresh })
    await redeeming.load()
    if (!signal.aborted) this.#redeeming = redeeming
  }

  async #stateOf(shop: Shop, signal: AbortSignal): Promise<State> {
    if (!this.customerToken) return { phase: 'signedOut' }
    try {
      return { phase: 'ready', member: await read<LoyaltyMember>(shop, 'loyalty/member', {}, signal) }
    } catch (error) {
      if (signal.aborted) return { phase: 'loading' }
      explain(error)
      const code = String((error as Error).cause)
      // A token expires within a day, so a page that was open longer shows the sign-in link.
      if (code === 'unauthenticated') return { phase: 'signedOut' }
      return { phase: /forbidden|expired|required|disabled/.test(code) ? 'unavailable' : 'failed' }
    }
  }

  #set(state: State): void {
    this.#state = state
    this.draw()
  }

  protected draw(): void {
    const labels = this.#labels
    if (!labels) return
    const heading = this.getAttribute('heading') || labels.heading
    const retry = () => this.reopen()
    const release = () => this.reserve.release()
    const { isCut } = this
    const redeeming = this.#redeeming
    const theme = this.#config?.theme
    const signInUrl = this.getAttribute('sign-in')
    render(
      view({ state: this.#state, labels: { ...labels, heading }, theme, signInUrl, isCut, redeeming, retry, release }),
      this.place,
    )
    if (this.#state.phase !== 'loading') this.reserve.settle()
  }
}
