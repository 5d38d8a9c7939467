import type { Shop } from '../api.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale } from '../language.ts'
import { make } from '../make.ts'
import { renderSection } from '../shown/section.ts'
import { spokenIn } from '../shown/spoken.ts'
import { renderStars } from '../shown/stars.ts'
import { choosePool, loadTotals } from '../shown/totals.ts'
import styles from './styles.css?inline'

export class BadgeElement extends Widget {
  static observedAttributes = ['product', 'store', 'locale', 'href', 'pool']
  protected readonly styles = styles

  /** Hidden while the product has no reviews, because empty stars would look like a bad rating. */
  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    // Cached data is rendered before the next frame, so no gap is visible.
    this.root.replaceChildren()
    if (!shop) return
    const config = await loadConfig(shop)
    const { average, count } = await loadTotals(shop, this.getAttribute('product'), choosePool(this, config))
    if (signal.aborted) return
    this.style.minHeight = average === null ? '0' : ''
    if (average === null) return
    const spoken = spokenIn(readLocale(this) ?? config.defaultLocale)
    const { texts } = spoken
    const counted = fill(texts.counted, { n: spoken.number(count) })
    const href = this.getAttribute('href')
    this.root.append(
      renderSection(
        spoken,
        config.theme,
        texts.heading,
        make('b', { class: 'average', 'aria-hidden': 'true' }, spoken.decimal(average)),
        make(
          'div',
          {},
          renderStars(average, spoken.decimal(average), spoken),
          href === null ? make('p', {}, counted) : make('p', {}, make('a', { href, part: 'all' }, counted)),
        ),
        make('a', { class: 'record', href: `${shop.origin}/evidence/${shop.store}` }, texts.record),
      ),
    )
  }
}
