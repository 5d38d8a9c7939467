// <evident-faq>: questions and answers of a product or the shop, with a search and a question form.
import ar from '../../locales/ar/faq.json'
import de from '../../locales/de/faq.json'
import en from '../../locales/en/faq.json'
import { explain, read, type Shop } from '../api.ts'
import { button, loading, markCut, message, themed } from '../base/parts.ts'
import { ReservedWidget } from '../base/reserved-widget.ts'
import { loadConfig } from '../config.ts'
import { directionOf, fill, readLocale, toLanguage } from '../language.ts'
import { make } from '../make.ts'
import { parseElements } from '../rendered-text.ts'
import { atFirst } from '../script-tags.ts'
import type { Faq, FaqPage } from '../wire.ts'
import { askingForm } from './form.ts'
import styles from './styles.css?inline'

const words = { en, de, ar }
const searchAfterMs = 250

export class FaqElement extends ReservedWidget {
  static observedAttributes = ['product', 'store', 'locale', 'heading', 'limit']
  protected readonly styles = styles

  protected draw(): void {
    const { showAll } = chooseWording(this, undefined).texts
    markCut(this.place, this.isCut && button(showAll, () => this.reserve.release()))
  }

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    if (!shop) return this.place.replaceChildren()
    const early = chooseWording(this, undefined)
    this.place.replaceChildren(renderSection(early, loading(early.texts.loading), ...skeleton()))
    const config = (await loadConfig(shop).catch(explain)) ?? undefined
    const spoken = chooseWording(this, config?.defaultLocale)
    const { texts } = spoken
    const asked = {
      platformProductId: this.getAttribute('product'),
      locale: spoken.locale,
      limit: atFirst(this) || 100,
    }
    const page = await read<FaqPage>(shop, 'faqs', asked, signal).catch((error: Error) => {
      if (!signal.aborted) explain(error)
      return /forbidden|expired|required/.test(String(error.cause)) ? texts.unavailable : texts.failed
    })
    if (signal.aborted) return
    const content =
      typeof page === 'string'
        ? [message(page, page === texts.failed && button(texts.retry, () => this.reopen()))]
        : this.#content(shop, asked, page, spoken, signal)
    this.place.replaceChildren(themed(renderSection(spoken, ...content), config?.theme))
    // Without questions the reserved space would be an empty gap.
    if (typeof page === 'string' || page.data.length > 0) this.reserve.settle()
    else this.reserve.release()
  }

  #content(
    shop: Shop,
    asked: FaqQuery,
    first: FaqPage,
    { texts, locale }: Wording,
    signal: AbortSignal,
  ): HTMLElement[] {
    const list = make('div', { class: 'list' })
    const status = make('p', { role: 'status', class: 'unseen' })
    const lastGroup = { name: null as string | null }
    const add = ({ data, pagination: { nextCursor } }: FaqPage, q: string) => {
      for (const faq of data) {
        if (faq.group !== lastGroup.name && faq.group) list.append(make('h3', { dir: 'auto' }, faq.group))
        lastGroup.name = faq.group
        list.append(renderEntry(faq))
      }
      if (nextCursor === null) return
      const more = button(texts.more, async () => {
        const next = await read<FaqPage>(shop, 'faqs', { ...asked, q, cursor: nextCursor }, signal).catch(explain)
        if (!next) return
        more.remove()
        add(next, q)
      })
      list.append(more)
    }
    const fresh = (page: FaqPage, q: string) => {
      list.replaceChildren()
      lastGroup.name = null
      add(page, q)
      if (page.data.length === 0) list.append(message(q ? texts.nothing : texts.empty))
      status.textContent = q && page.data.length > 0 ? fill(texts.found, { n: String(page.data.length) }) : ''
    }
    fresh(first, '')

    let searching = new AbortController()
    let timer = 0
    const search = make('input', {
      type: 'search',
      placeholder: texts.search,
      'aria-label': texts.search,
      maxlength: 100,
      oninput: () => {
        clearTimeout(timer)
        timer = window.setTimeout(() => void find(search.value.trim()), searchAfterMs)
      },
    })
    const find = async (q: string) => {
      searching.abort()
      searching = new AbortController()
      // A fixed minimum height prevents content below from moving while the list gets shorter.
      list.style.minHeight = q ? `${list.offsetHeight}px` : ''
      const found = q ? read<FaqPage>(shop, 'faqs', { ...asked, q }, signal, searching.signal) : first
      const page = await Promise.resolve(found).catch(() => undefined)
      if (page && !signal.aborted) fresh(page, q)
    }

    const asking = make('div', { class: 'asking' })
    const askingShop = { shop, product: this.getAttribute('product'), locale, texts }
    const open = make('button', { type: 'button', class: 'button', onclick: () => void ask() }, texts.ask)
    const ask = async () => {
      this.reserve.release()
      open.disabled = true
      const close = () => {
        asking.replaceChildren(open)
        open.focus()
      }
      const form = await askingForm({ ...askingShop, close }).catch(explain)
      open.disabled = false
      if (!form) return
      asking.replaceChildren(form)
      form.querySelector('textarea')?.focus()
    }
    asking.append(open)
    return [...(first.data.length > 0 ? [search] : []), status, list, ...(this.hasAttribute('no-form') ? [] : [asking])]
  }
}

type FaqQuery = { platformProductId: string | null; locale: string; limit: number }
type Wording = { texts: typeof en; locale: string; language: 'en' | 'de' | 'ar' }

function chooseWording(element: Element, fallback: string | undefined): Wording {
  const locale = readLocale(element) ?? fallback ?? 'en'
  const wished = toLanguage(locale)
  const language = wished === 'de' || wished === 'ar' ? wished : 'en'
  const texts = words[language]
  return { texts: { ...texts, heading: element.getAttribute('heading') || texts.heading }, locale, language }
}

const renderSection = ({ texts, language }: Wording, ...children: (HTMLElement | false)[]) =>
  make(
    'section',
    { lang: language, dir: directionOf(language), 'aria-labelledby': 'heading' },
    make('h2', { id: 'heading' }, texts.heading),
    ...children,
  )

const renderEntry = ({ question, answerHtml }: Faq) =>
  make(
    'details',
    { part: 'faq' },
    make('summary', { dir: 'auto' }, question),
    make('div', { class: 'answer', part: 'answer', dir: 'auto' }, parseElements(answerHtml)),
  )

const skeleton = () => [1, 2, 3, 4].map(() => make('div', { class: 'bone' }))
