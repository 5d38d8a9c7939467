// <evident-carousel>: reviews of a product or the store side by side, with the total number and average. The cards move
// only if the page asks for it.
import { explain, read, type Shop } from '../api.ts'
import { loading, type Theme } from '../base/parts.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale } from '../language.ts'
import { make } from '../make.ts'
import { atFirst } from '../script-tags.ts'
import { renderCard } from '../shown/card.ts'
import { renderSection } from '../shown/section.ts'
import { spokenIn, type Wording } from '../shown/spoken.ts'
import { renderStars } from '../shown/stars.ts'
import { choosePool, loadTotals } from '../shown/totals.ts'
import type { Review, ReviewPage, Sort, StoreSummary } from '../wire.ts'
import { createPlayer } from './player.ts'
import styles from './styles.css?inline'

const usual = 9
const most = 24
const sorts: readonly Sort[] = ['newest', 'highest', 'lowest', 'photos', 'helpful']

export class CarouselElement extends Widget {
  static observedAttributes = ['product', 'store', 'locale', 'sort', 'limit', 'heading', 'href', 'autoplay', 'pool']
  protected readonly styles = styles

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    if (!shop) return this.root.replaceChildren()
    const early = spokenIn(readLocale(this))
    const { heading, loading: wait, failed } = early.texts
    this.style.minHeight = ''
    const bones = [1, 2, 3].map(() => make('div', {}))
    this.root.replaceChildren(
      renderSection(early, undefined, heading, loading(wait), make('div', { class: 'bones' }, ...bones)),
    )
    const found = await this.#ask(shop, signal).catch((error) => void (signal.aborted || explain(error)))
    if (signal.aborted) return
    if (!found)
      return this.root.replaceChildren(renderSection(early, undefined, heading, make('p', { role: 'status' }, failed)))
    const [config, { data }, totals] = found
    this.#draw(spokenIn(readLocale(this) ?? config.defaultLocale), config.theme, shop, data, totals)
  }

  async #ask(shop: Shop, signal: AbortSignal) {
    const config = await loadConfig(shop)
    const pool = choosePool(this, config)
    const platformProductId = this.getAttribute('product')
    const limit = Math.min(most, atFirst(this) || usual)
    return Promise.all([
      config,
      read<ReviewPage>(shop, 'reviews', { platformProductId, sort: this.#sort, limit, pool }, signal),
      loadTotals(shop, platformProductId, pool),
    ])
  }

  get #sort(): Sort {
    return sorts.find((each) => each === this.getAttribute('sort')) ?? 'newest'
  }

  #draw(spoken: Wording, theme: Theme, shop: Shop, reviews: readonly Review[], totals: StoreSummary): void {
    const { texts } = spoken
    const heading = this.getAttribute('heading') || texts.heading
    if (reviews.length === 0) {
      this.root.replaceChildren(renderSection(spoken, theme, heading))
      this.style.minHeight = '0'
      return
    }
    const list = make(
      'ul',
      { role: 'list', tabindex: '0', 'aria-label': heading },
      // A card has no room for the mark of a relationship, so such reviews are left to the other widgets.
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
      make('p', { class: 'notes' }, ...this.#notes(spoken, shop, reviews.length, totals)),
    )
    this.root.replaceChildren(section)
  }

  /** States that the cards are a selection, with its size and criteria. */
  #notes({ texts, number, decimal }: Wording, { origin, store }: Shop, shown: number, totals: StoreSummary) {
    const { count, average } = totals
    const href = this.getAttribute('href')
    return [
      make('span', {}, fill(texts.shown, { n: number(shown), count: number(Math.max(count, shown)) })),
      make('span', {}, texts[this.#sort]),
      average !== null && make('span', {}, fill(texts.averageOfAll, { n: decimal(average) })),
      href !== null && make('a', { href, part: 'all' }, texts.all),
      make('a', { href: `${origin}/evidence/${store}` }, texts.record),
    ]
  }
}
