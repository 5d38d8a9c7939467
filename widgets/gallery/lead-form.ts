// The contact form below the photos, loaded only for galleries that have one. Shared code is passed in, because a chunk
// that imports it would load a page's bundle twice. Errors never lose typed text.
import type { read as Read, Shop } from '../api.ts'
import type { Language } from '../language.ts'
import type { make as Make } from '../make.ts'
import type { Gallery } from '../wire.ts'
import looks from './lead-form.css?inline'
import { type Texts, textsIn } from './lead-texts.ts'

export { looks }

export type FormKit = { make: typeof Make; read: typeof Read }
export type LeadFormOptions = {
  id: string
  shop: Shop | undefined
  form: NonNullable<Gallery['leadForm']>
  locale: string
  language: Language
}

type Name = 'name' | 'email' | 'phone' | 'message' | 'consent'
type Start = { startedAt: string; atMs: number }

/** The service refuses forms that are submitted sooner. */
const minMs = 3_200

export function renderLeadForm(
  { make, read }: FormKit,
  { id, shop, form, locale, language }: LeadFormOptions,
): HTMLElement {
  const texts = textsIn(language)
  let start: Start | undefined
  const begin = async (to: Shop) => {
    const { startedAt } = await read<{ startedAt: string }>(to, 'forms', {})
    start = { startedAt, atMs: performance.now() }
    return start
  }
  let isBegun = false
  const errors = new Map<string, HTMLElement>()
  const inputs = new Map<string, HTMLInputElement | HTMLTextAreaElement>()

  const withError = (name: Name, input: HTMLInputElement | HTMLTextAreaElement) => {
    const error = make('p', { id: `lead-${name}-error`, class: 'error', hidden: true })
    input.name = name
    input.id = `lead-${name}`
    input.setAttribute('aria-describedby', error.id)
    input.addEventListener('input', () => tell(name))
    errors.set(name, error)
    inputs.set(name, input)
    return error
  }
  const field = (name: Exclude<Name, 'consent'>, need: string, input: HTMLInputElement | HTMLTextAreaElement) => {
    if (need === 'off') return false
    const error = withError(name, input)
    input.required = need === 'required'
    const label = need === 'required' ? texts[name] : `${texts[name]} (${texts.optional})`
    return make('div', { class: 'field' }, make('label', { for: input.id }, label), input, error)
  }
  const line = (more: Record<string, unknown>) => make('input', { dir: 'auto', ...more })

  const agree = make('input', { type: 'checkbox', required: true })
  const agreeError = withError('consent', agree)
  const status = make('p', { role: 'status' })
  const send = make('button', { class: 'button main', part: 'lead-button' }, form.buttonLabel ?? texts.send)
  const { name, phone, message } = form.fields
  const element = make(
    'form',
    {
      class: 'lead',
      part: 'lead-form',
      novalidate: true,
      'aria-label': form.title ?? texts.title,
      onsubmit: (event: Event) => void submit(event),
      // The form's first request is sent on first focus, because most visitors never write.
      onfocusin: () => {
        if (!shop || isBegun) return
        isBegun = true
        // If this request fails, sending the form tries it again.
        void begin(shop).catch(() => {})
      },
    },
    make('h3', { dir: 'auto' }, form.title ?? texts.title),
    form.intro && make('p', { class: 'intro', dir: 'auto' }, form.intro),
    field('name', name, line({ maxlength: 120, autocomplete: 'name' })),
    field('email', 'required', line({ type: 'email', maxlength: 320, autocomplete: 'email', dir: 'ltr' })),
    field('phone', phone, line({ type: 'tel', maxlength: 40, autocomplete: 'tel', dir: 'ltr' })),
    field('message', message, make('textarea', { maxlength: 2000, rows: 4, dir: 'auto' })),
    make(
      'div',
      { class: 'field' },
      make('label', { class: 'box' }, agree, make('span', { dir: 'auto' }, form.consentText)),
      agreeError,
    ),
    form.privacyUrl &&
      make('p', {}, make('a', { href: form.privacyUrl, target: '_blank', rel: 'noopener' }, texts.privacy)),
    make(
      'label',
      { class: 'trap', 'aria-hidden': 'true' },
      texts.homepage,
      make('input', { name: 'homepage', tabindex: -1, autocomplete: 'off' }),
    ),
    make('div', { class: 'row' }, send, status),
  )

  function tell(field: string, problem = ''): void {
    const [error, input] = [errors.get(field), inputs.get(field)]
    if (!error || !input) return
    error.textContent = problem
    error.hidden = problem === ''
    if (problem === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }

  function isSound(): boolean {
    for (const [field, input] of inputs) tell(field, formatProblem(input, texts))
    const first = element.querySelector<HTMLElement>('[aria-invalid]')
    first?.focus()
    return first === null
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (send.disabled || !isSound() || !shop) return
    send.disabled = true
    status.className = ''
    status.textContent = texts.sending
    const answer = await trySending(shop)
    send.disabled = false
    status.textContent = ''
    if ('sent' in answer) {
      const said = answer.sent === 'confirmation_sent' ? texts.confirm : (form.successText ?? texts.thanks)
      const thanks = make('p', { class: 'message', role: 'status', tabindex: -1, dir: 'auto' }, said)
      // The fixed height prevents content below from moving.
      thanks.style.minHeight = `${element.offsetHeight}px`
      element.replaceWith(thanks)
      thanks.focus()
      return
    }
    const refused = answer.path?.slice(1) ?? ''
    if (inputs.has(refused)) {
      tell(refused, refused === 'email' ? texts.noEmail : texts.missing)
      inputs.get(refused)?.focus()
      return
    }
    status.className = 'problem'
    status.textContent = answer.code === 'rate_limited' ? texts.tooMany : texts.notSent
  }

  type LeadResult = { sent: string } | { code?: string; path?: string }

  /** An expired form, older than a day, is renewed silently. */
  async function trySending(to: Shop, isAgain = false): Promise<LeadResult> {
    try {
      const { startedAt, atMs } = start ?? (await begin(to))
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs + minMs - performance.now())))
      const { consent, ...said } = Object.fromEntries(new FormData(element))
      const response = await fetch(`${to.origin}/api/v1/storefront/galleries/${encodeURIComponent(id)}/leads`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', 'x-store-env-id': to.store },
        body: JSON.stringify({ ...said, consent: consent === 'on', locale, startedAt }),
      })
      const { status: sent, code, details } = await response.json()
      if (response.ok) return { sent }
      const path = details?.[0]?.path
      if (isAgain || path !== '/startedAt') return { code, path }
    } catch {
      return {}
    }
    start = undefined
    return trySending(to, true)
  }

  return element
}

function formatProblem(input: HTMLInputElement | HTMLTextAreaElement, texts: Texts): string {
  const { validity } = input
  if (input.type === 'checkbox') return validity.valueMissing ? texts.agree : ''
  if (validity.valueMissing || (input.required && input.value.trim() === '')) return texts.missing
  // Browsers accept email addresses without a top-level domain, but the service does not.
  const isEmail = input.type !== 'email' || /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]+\.[^\s@<>,;".]{2,63}$/.test(input.value)
  return isEmail ? '' : texts.noEmail
}
