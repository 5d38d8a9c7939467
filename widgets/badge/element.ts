// <evident-badge>: the average of the store's or a product's reviews, with a link to verify it.
import type { Shop } from '../api.ts'
import { Widget } from '../base/widget.ts'
import { configOf } from '../config.ts'
import { fill, localeOf } from '../language.ts'
import { make } from '../make.ts'
import { sectionOf } from '../shown/section.ts'
import { spokenIn } from '../shown/spoken.ts'
import { starsOf } from '../shown/stars.ts'
import { totalsOf } from '../shown/totals.ts'
import styles from './styles.css?inline'

export class BadgeElement extends Widget {
  static observedAttributes = ['product', 'store', 'locale', 'href']
  protected readonly styles = styles

  /** Hidden while there are no reviews, because empty stars would look like a bad rating. */
  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    // Cached data is drawn before the next frame, so no gap shows.
    this.root.replaceChildren()
    if (!shop) return
    const [{ average, count }, config] = await Promise.all([
      totalsOf(shop, this.getAttribute('product')),
      configOf(shop),
    ])
    if (signal.aborted) return
    this.style.minHeight = average === null ? '0' : ''
    if (average === null) return
    const spoken = spokenIn(localeOf(this) ?? config.defaultLocale)
    const { texts } = spoken
    const counted = fill(texts.counted, { n: spoken.number(count) })
    const href = this.getAttribute('href')
    this.root.append(
      sectionOf(
        spoken,
        config.theme,
        texts.heading,
        make('b', { class: 'average', 'aria-hidden': 'true' }, spoken.decimal(average)),
        make(
          'div',
          {},
          starsOf(average, spoken.decimal(average), spoken),
          href === null ? make('p', {}, counted) : make('p', {}, make('a', { href, part: 'all' }, counted)),
        ),
        make('a', { class: 'record', href: `${shop.origin}/evidence/${shop.store}` }, texts.record),
      ),
    )
  }
}
