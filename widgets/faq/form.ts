import type english from '../../locales/en/faq.json'
import type { Shop } from '../api.ts'
import { read } from '../api.ts'
import { fill } from '../language.ts'
import { make } from '../make.ts'

type Start = { storeName: string; startedAt: string; atMs: number }
type Form = { shop: Shop; product: string | null; locale: string; texts: typeof english; close(): void }

/** The service refuses forms that are submitted sooner. */
const minMs = 3_200

const begin = async (shop: Shop): Promise<Start> => ({
  ...(await read<Omit<Start, 'atMs'>>(shop, 'forms', {})),
  atMs: performance.now(),
})

export async function askingForm({ shop, product, locale, texts, close }: Form): Promise<HTMLFormElement> {
  let start = await begin(shop)
  const status = make('p', { role: 'status' })
  const send = make('button', { class: 'button main' }, texts.send)
  const form = make(
    'form',
    { part: 'form', onsubmit: (event: Event) => void submit(event) },
    field(texts.question, make('textarea', { name: 'question', required: true, maxlength: 500, rows: 3, dir: 'auto' })),
    field(
      texts.email,
      make('input', {
        name: 'email',
        type: 'email',
        required: true,
        maxlength: 320,
        autocomplete: 'email',
        dir: 'ltr',
      }),
      texts.emailHint,
    ),
    field(
      `${texts.name} (${texts.optional})`,
      make('input', { name: 'name', maxlength: 120, autocomplete: 'name', dir: 'auto' }),
    ),
    box(texts.notify, make('input', { name: 'notify', type: 'checkbox' })),
    box(
      fill(texts.consent, { store: `\u2068${start.storeName}\u2069` }),
      make('input', { name: 'consent', type: 'checkbox', required: true }),
    ),
    make(
      'label',
      { class: 'trap', 'aria-hidden': 'true' },
      texts.homepage,
      make('input', { name: 'homepage', tabindex: -1, autocomplete: 'off' }),
    ),
    make(
      'div',
      { class: 'row' },
      send,
      make('button', { type: 'button', class: 'button', onclick: close }, texts.cancel),
    ),
    status,
  )

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (send.disabled) return
    send.disabled = true
    status.className = ''
    status.textContent = texts.sending
    const code = await trySending()
    send.disabled = false
    if (code === undefined) {
      const thanks = make('p', { class: 'message', role: 'status', tabindex: -1 }, texts.thanks)
      form.replaceWith(thanks)
      thanks.focus()
      return
    }
    status.className = 'problem'
    status.textContent = code === 'rate_limited' ? texts.tooMany : texts.notSent
  }

  /** Returns the code of an error response, if any. An expired form, older than a day, is renewed silently. */
  async function trySending(isAgain = false): Promise<string | undefined> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start.atMs + minMs - performance.now())))
    const { notify, consent, ...said } = Object.fromEntries(new FormData(form))
    try {
      const response = await fetch(`${shop.origin}/api/v1/storefront/faqs/questions`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', 'x-store-env-id': shop.store },
        body: JSON.stringify({
          ...said,
          notify: notify === 'on',
          consent: consent === 'on',
          locale,
          startedAt: start.startedAt,
          ...(product && { platformProductId: product }),
        }),
      })
      if (response.ok) return undefined
      const { code, details } = await response.json()
      if (isAgain || details?.[0]?.path !== '/startedAt') return code
      start = await begin(shop)
      return trySending(true)
    } catch {
      return 'failed'
    }
  }

  return form
}

const field = (label: string, input: HTMLElement, hint?: string) =>
  make('label', { class: 'field' }, make('span', {}, label), input, hint && make('small', {}, hint))

const box = (label: string, input: HTMLElement) => make('label', { class: 'box' }, input, make('span', {}, label))
