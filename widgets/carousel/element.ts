// <evident-carousel>: reviews of a product, of all products or of the shop side by side, with the total number and average. The cards move
// only if the page asks for it.
import { explain, read, type Shop } from '../api.ts'
import { loading, type Theme } from '../base/parts.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale, toLanguage } from '../language.ts'
import { make } from '../make.ts'
import { atFirst } from '../script-tags.ts'
import { renderCard } from '../shown/card.ts'
import { renderSection } from '../shown/section.ts'
import { spokenIn, type Wording } from '../shown/spoken.ts'
import { renderStars } from '../shown/stars.ts'
import { headingOf } from '../shown/texts.ts'
import { choosePool, loadTotals } from '../shown/totals.ts'
import { readSubject, type Subject } from '../subject.ts'
import type { Review, ReviewPage, Sort, StoreSummary } from '../wire.ts'
import { createPlayer } from './player.ts'
import styles from './styles.css?inline'
import { type Texts, textsIn } from './texts.ts'

const usual = 9
const most = 24
const sorts: readonly Sort[] = ['newest', 'highest', 'lowest', 'photos', 'helpful']

type CarouselContent = { shop: Shop; subject: Subject; reviews: readonly Review[]; totals: StoreSummary }

export class CarouselElement extends Widget {
  static observedAttributes = [
    'product',
    'subject',
    'store',
    'locale',
    'sort',
    'limit',
    'heading',
    'href',
    'autoplay',
    'pool',
  ]
  protected readonly styles = styles

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    if (!shop) return this.root.replaceChildren()
    const subject = readSubject(this)
    const early = spokenIn(readLocale(this))
    const { loading: wait, failed } = early.texts
    const heading = headingOf(subject, early.texts)
    this.style.minHeight = ''
    const bones = [1, 2, 3].map(() => make('div', {}))
    this.root.replaceChildren(
      renderSection(early, undefined, heading, loading(wait), make('div', { class: 'bones' }, ...bones)),
    )
    const found = await this.#ask(shop, subject, signal).catch((error) => void (signal.aborted || explain(error)))
    if (signal.aborted) return
    if (!found)
      return this.root.replaceChildren(renderSection(early, undefined, heading, make('p', { role: 'status' }, failed)))
    const [config, { data }, totals] = found
    const spoken = spokenIn(readLocale(this) ?? config.defaultLocale)
    this.#draw(spoken, config.theme, { shop, subject, reviews: data, totals })
  }

  async #ask(shop: Shop, subject: Subject, signal: AbortSignal) {
    const config = await loadConfig(shop)
    const pool = choosePool(subject, this.getAttribute('pool'), config)
    const limit = Math.min(most, atFirst(this) || usual)
    return Promise.all([
      config,
      read<ReviewPage>(shop, 'reviews', { ...subject, sort: this.#sort, limit, pool }, signal),
      loadTotals(shop, subject, pool),
    ])
  }

  get #sort(): Sort {
    return sorts.find((each) => each === this.getAttribute('sort')) ?? 'newest'
  }

  #draw(spoken: Wording, theme: Theme, { shop, subject, reviews, totals }: CarouselContent): void {
    const texts = textsIn(toLanguage(spoken.locale))
    const heading = this.getAttribute('heading') || headingOf(subject, spoken.texts)
    if (reviews.length === 0) {
      this.root.replaceChildren(renderSection(spoken, theme, heading))
      this.style.minHeight = '0'
      return
    }
    const list = make(
      'ul',
      { role: 'list', tabindex: '0', 'aria-label': heading },
      // A card has no room for the relationship mark, so reviews with this mark appear only in other widgets.
      ...reviews.filter((each) => !each.relationship).map((review) => make('li', {}, renderCard(review, spoken))),
    )
    const turn = (by: number) => {
      const sign = spoken.direction === 'rtl' ? -1 : 1
      const isAtEnd = Math.abs(list.scrollLeft) + list.clientWidth >= list.scrollWidth - 2
      const isAtStart = Math.abs(list.scrollLeft) < 2
      if (by > 0 && isAtEnd) list.scrollTo({ left: 0 })
      else if (by < 0 && isAtStart) list.scrollTo({ left: sign * list.scrollWidth })
      else list.scrollBy({ left: sign * by * list.clientWidth * 0.9 })
    }
    const round = (text: string, sign: string, onclick: () => void) =>
      make(
        'button',
        { type: 'button', class: 'round', 'aria-label': text, onclick },
        make('span', { 'aria-hidden': 'true' }, sign),
      )
    const mean = totals.average ?? 0
    const section = renderSection(
      spoken,
      theme,
      heading,
      make(
        'header',
        {},
        make('h2', { dir: 'auto' }, heading),
        renderStars(mean, spoken.decimal(mean), spoken),
        make(
          'div',
          { class: 'buttons' },
          createPlayer(this, list, () => turn(1), texts),
          round(texts.previous, '‹', () => turn(-1)),
          round(texts.next, '›', () => turn(1)),
        ),
      ),
      list,
      make('p', { class: 'notes' }, ...this.#notes(spoken, texts, shop, reviews.length, totals)),
    )
    this.root.replaceChildren(section)
  }

  /** States that the cards are a selection, with its size and criteria. */
  #notes(
    { texts, number, decimal }: Wording,
    own: Texts,
    { origin, store }: Shop,
    shown: number,
    totals: StoreSummary,
  ) {
    const { count, average } = totals
    const href = this.getAttribute('href')
    return [
      make('span', {}, fill(texts.shown, { n: number(shown), count: number(Math.max(count, shown)) })),
      make('span', {}, own[this.#sort]),
      average !== null && make('span', {}, fill(texts.averageOfAll, { n: decimal(average) })),
      href !== null && make('a', { href, part: 'all' }, own.all),
      make('a', { href: `${origin}/evidence/${store}` }, texts.record),
    ]
  }
}
