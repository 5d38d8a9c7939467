// <evident-tab>: a button at the window's edge that opens reviews of a product, of all products or of the shop.
import { formFor } from '../../locales/fill.ts'
import { explain, read, type Shop } from '../api.ts'
import { closeFromOutside } from '../base/dialog.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale, toLanguage } from '../language.ts'
import { make } from '../make.ts'
import { renderCard } from '../shown/card.ts'
import { renderSection } from '../shown/section.ts'
import { spokenIn, type Wording } from '../shown/spoken.ts'
import { renderStars } from '../shown/stars.ts'
import { headingOf } from '../shown/texts.ts'
import { choosePool, loadTotals, type Pool } from '../shown/totals.ts'
import { readSubject, type Subject } from '../subject.ts'
import type { Config, ReviewPage, StoreSummary } from '../wire.ts'
import styles from './styles.css?inline'
import { textsIn } from './texts.ts'

type TabContent = { shop: Shop; subject: Subject; pool: Pool; config: Config; totals: StoreSummary; spoken: Wording }

export class TabElement extends Widget {
  static observedAttributes = ['product', 'subject', 'store', 'locale', 'side', 'pool']
  protected readonly styles = styles

  /** The tab is hidden while there are no reviews. */
  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    // Cached data is rendered before the next frame, so no gap is visible.
    this.root.replaceChildren()
    if (!shop) return
    const subject = readSubject(this)
    const config = await loadConfig(shop)
    const pool = choosePool(subject, this.getAttribute('pool'), config)
    const totals = await loadTotals(shop, subject, pool)
    if (signal.aborted) return
    const spoken = spokenIn(readLocale(this) ?? config.defaultLocale)
    if (totals.average !== null) this.root.append(this.#tabOf({ shop, subject, pool, config, totals, spoken }))
  }

  #tabOf(shown: TabContent): HTMLElement {
    const { subject, config, totals, spoken } = shown
    const { texts, locale } = spoken
    const { count } = totals
    const mean = spoken.decimal(totals.average ?? 0)
    const language = toLanguage(locale)
    const form = formFor(textsIn(language).count, new Intl.PluralRules(language).select(count))
    const counted = `· ${fill(form, { n: spoken.number(count) })}`
    const heading = headingOf(subject, texts)
    const section = renderSection(
      spoken,
      config.theme,
      heading,
      make(
        'button',
        {
          type: 'button',
          class: 'tab',
          part: 'tab',
          'aria-haspopup': 'dialog',
          'aria-label': `${mean} ${counted}. ${heading}: ${fill(texts.starsOf, { n: mean })}`,
          onclick: () => this.#show(section, shown),
        },
        make('span', { class: 'star', 'aria-hidden': 'true' }, '★'),
        make('span', { 'aria-hidden': 'true' }, ` ${mean} `),
        make('span', { 'aria-hidden': 'true' }, counted),
      ),
    )
    return section
  }

  #show(section: HTMLElement, shown: TabContent): void {
    const { shop, subject, pool, config, totals, spoken } = shown
    const { texts, locale } = spoken
    const heading = headingOf(subject, texts)
    const own = textsIn(toLanguage(locale))
    const average = totals.average ?? 0
    const list = make('div', { class: 'list' })
    const status = make('p', { role: 'status', class: 'notes' }, texts.loading)
    const more = make('button', { type: 'button', class: 'more', onclick: () => void add() }, own.more)
    more.hidden = true
    let cursor: string | null = null
    let count = 0
    const add = async () => {
      more.disabled = true
      try {
        const { data, pagination } = await read<ReviewPage>(shop, 'reviews', {
          ...subject,
          limit: config.reviews.pageSize,
          pool,
          cursor,
        })
        const first = list.children.length
        list.append(
          ...data.filter((each) => !each.relationship).map((review) => renderCard(review, spoken, own.replyOf)),
        )
        cursor = pagination.nextCursor
        count += data.length
        more.hidden = cursor === null
        const all = spoken.number(Math.max(count, totals.count))
        status.textContent = fill(texts.shown, { n: spoken.number(count), count: all })
        if (first > 0 && more.hidden) (list.children[first] as HTMLElement | undefined)?.focus()
      } catch (error) {
        explain(error)
        status.textContent = texts.failed
        more.hidden = false
      }
      more.disabled = false
    }
    const dialog = make(
      'dialog',
      { 'aria-label': heading, part: 'panel' },
      make(
        'header',
        {},
        make('h2', {}, heading),
        make(
          'button',
          { type: 'button', class: 'close', 'aria-label': own.close, onclick: () => dialog.close() },
          make('span', { 'aria-hidden': 'true' }, '×'),
        ),
        make(
          'p',
          { class: 'overall' },
          renderStars(average, spoken.decimal(average), spoken),
          make('span', {}, fill(texts.averageOfAll, { n: spoken.decimal(average) })),
        ),
        make('p', { class: 'notes' }, make('a', { href: `${shop.origin}/evidence/${shop.store}` }, texts.record)),
      ),
      list,
      make('div', { class: 'foot' }, more, status),
    )
    dialog.addEventListener('click', closeFromOutside)
    dialog.addEventListener('close', () => {
      dialog.remove()
      section.querySelector('button')?.focus()
    })
    section.append(dialog)
    // The browser traps the focus, hides the rest from screen readers, and closes on Escape.
    dialog.showModal()
    void add()
  }
}
