// <evident-review-form product="…" store="…">, or subject="shop" instead of a product. The optional attributes are
// `locale`, which the review is sent with, `language`, which only chooses the texts, and `customer-token`.
import { type ComponentChild, h, render } from 'preact'
import { fill } from '../../locales/fill.ts'
import { languageOf } from '../../locales/languages.ts'
import type { Shop } from '../api.ts'
import { directionOf, listWishes } from '../language.ts'
import { findShop } from '../script-tags.ts'
import { buildSheet } from '../styles.ts'
import { readSubject, type Subject } from '../subject.ts'
import type { Config } from '../wire.ts'
import { toContent } from './content.ts'
import { ReviewForm } from './form.ts'
import type { Ask, Values } from './model.ts'
import { styles } from './styles.ts'
import { textFiles } from './texts.ts'
import { transportTo } from './transport.ts'

/** All forms of a page share this style sheet. The hosted page has its own. */
let sheet: CSSStyleSheet | undefined

type Start = {
  storeName: string
  startedAt: string
  incentive: { kind: 'coupon' | 'points'; text: string; terms: string | null } | null
  usualDays: number | null
  attributes: readonly Ask[]
  askRelationship: boolean
}

/** A failed request, which has none of the fields of a start. */
type Failure = (Error | Response) & { [name in keyof Start]?: undefined }

type Extras = typeof import('./extras.ts') | undefined

export class ReviewFormElement extends HTMLElement {
  static readonly observedAttributes = 'product subject store locale language customer-token'.split(' ')
  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
  #drawn = ''

  connectedCallback(): void {
    void this.#draw()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#draw()
  }

  async #draw(isAgain = false): Promise<void> {
    const subject = readSubject(this)
    const shop = findShop(this)
    const language = languageOf(this.getAttribute('language'), ...listWishes(this))
    const token = this.getAttribute('customer-token')
    const about = JSON.stringify([subject, shop])
    const wanted = about + language + token
    if (wanted === this.#drawn && !isAgain) return
    // Typed text survives a newer token, but not a change of the subject.
    if (!this.#drawn.startsWith(about)) render(null, this.#root)
    this.#drawn = wanted
    if (!Object.values(subject)[0] || !shop) return
    const service = buildService(shop, token, language)
    const [{ default: texts }, start, config] = await Promise.all([
      textFiles[language](),
      service.begin(subject).catch((error: Failure) => error),
      // The configuration is optional, because the form has default colors.
      service.ask<Config>('config').catch(() => undefined),
    ])
    const extras: Extras =
      start.incentive || start.usualDays || start.attributes?.[0] || start.askRelationship
        ? await import('./extras.ts').catch(() => undefined)
        : undefined
    // During the request, the page may have changed the product or removed the element.
    if (wanted !== this.#drawn || !this.isConnected) return
    sheet ??= buildSheet(styles)
    this.#root.adoptedStyleSheets = extras ? [sheet, buildSheet(extras.looks)] : [sheet]
    const style = { '--chosen-accent': config?.theme.accentColor }
    const show = (inside: ComponentChild) =>
      render(h('div', { class: 'ev-host', lang: language, dir: directionOf(language), style }, inside), this.#root)
    const note = (text: string) => h('p', { class: 'ev-note', role: 'status' }, text)
    const failed = (isWaiting?: true) => {
      const onClick = () => {
        show(failed(true))
        void this.#draw(true)
      }
      return [
        note(texts.notLoaded),
        h('button', { class: 'ev-submit', 'aria-disabled': isWaiting, onClick }, texts.tryAgain),
      ]
    }
    if (start.startedAt) {
      show(
        h(ReviewForm, {
          // A newer token of the same customer does not reset the form.
          key: about + language + service.email,
          texts,
          // `buyersOnly`, `asksForPhotos` and `privacyUrl` are props of the form.
          ...config,
          ...config?.form,
          ...extras,
          after: extras?.listAfter(start, { fill, texts, language }),
          ...this.#propsFor(service, start, subject),
        }),
      )
      // The focused retry button was removed, so the first star gets the focus.
      if (isAgain) this.#root.querySelector<HTMLElement>('[name=rating]')?.focus()
      // The stored draft stays, because a closed shop may be open again on a later visit.
    } else show((start as Response).status === 403 ? note(texts.closed) : failed())
  }

  #propsFor(service: Service, start: Start, subject: Subject) {
    const { api, email, headers, store } = service
    let { startedAt } = start
    return {
      ...start,
      id: 'form',
      asked: start.attributes,
      needsEmail: !email,
      ...(email && { initial: { values: { authorEmail: email } } }),
      // Each user of a shared device has their own draft. The draft for the shop uses an empty id, which no product has.
      draftKey: `${store}/${subject.platformProductId ?? ''}${email && `/${hashText(email)}`}`,
      transport: transportTo({
        uploadUrl: `${api}/uploads`,
        submitUrl: `${api}/reviews`,
        headers,
        toBody: (values, photoIds) => ({
          ...toContent(values),
          ...subject,
          authorEmail: email || values.authorEmail.trim(),
          photoIds,
          // The service refuses malformed tags. Without a tag, it recognizes the language of the text.
          locale: /^[a-z]{2,3}([-_]\w{2,8})*\b/i.exec(this.getAttribute('locale')!)?.[0],
          startedAt,
        }),
        renew: async () => {
          ;({ startedAt } = await service.begin({ ...subject, startedAt }))
        },
      }),
      onDone: ({ rating }: Values) =>
        this.dispatchEvent(
          new CustomEvent('evident-review-submitted', {
            bubbles: true,
            composed: true,
            detail: { product: subject.platformProductId, rating },
          }),
        ),
    }
  }
}

type Service = ReturnType<typeof buildService>

function buildService({ origin, store }: Shop, token: string | null, language: string) {
  const api = `${origin}/api/v1/storefront`
  const headers = { 'x-store-env-id': store, 'accept-language': language, ...(token && { 'x-customer-token': token }) }
  async function ask<T>(path: string): Promise<T> {
    // After this time the visitor sees an error with a retry.
    const response = await fetch(`${api}/${path}`, { headers, signal: AbortSignal.timeout(20_000) })
    if (!response.ok) throw response
    return response.json()
  }
  return {
    api,
    store,
    headers,
    email: emailIn(token),
    // A renewed form gets the incentive that was shown before.
    begin: (shown: Subject & { startedAt?: string }) =>
      ask<Start>(`review-form?${new URLSearchParams(shown as Record<string, string>)}&locale=${language}`),
    ask,
  }
}

/** Returns the email address in the token, or an empty text without a token. */
function emailIn(token: string | null): string {
  try {
    const payload = `${token}`.split('.')[0]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (each) => each.charCodeAt(0))
    return `${JSON.parse(new TextDecoder().decode(bytes)).email ?? ''}`
  } catch {
    return ''
  }
}

/** Separates the users of a device without storing their addresses. */
const hashText = (text: string): string =>
  [...text].reduce((mark, each) => (mark * 31 + each.charCodeAt(0)) >>> 0, 7).toString(36)
