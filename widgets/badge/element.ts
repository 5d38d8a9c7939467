import counts from 'virtual:texts/badge'
import type { Shop } from '../api.ts'
import { Widget } from '../base/widget.ts'
import { loadConfig } from '../config.ts'
import { fill, readLocale, toLanguage } from '../language.ts'
import { make } from '../make.ts'
import { renderSection } from '../shown/section.ts'
import { spokenIn } from '../shown/spoken.ts'
import { renderStars } from '../shown/stars.ts'
import { headingOf } from '../shown/texts.ts'
import { choosePool, loadTotals } from '../shown/totals.ts'
import { readSubject } from '../subject.ts'
import styles from './styles.css?inline'

export class BadgeElement extends Widget {
  static observedAttributes = ['product', 'subject', 'store', 'locale', 'href', 'pool']
  protected readonly styles = styles

  /** Shows nothing while there are no reviews, because empty stars would look like a bad rating. */
  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    // Cached data is rendered before the next frame, so no gap is visible.
    this.root.replaceChildren()
    if (!shop) return
    const config = await loadConfig(shop)
    const subject = readSubject(this)
    const pool = choosePool(subject, this.getAttribute('pool'), config)
    const { average, count } = await loadTotals(shop, subject, pool)
    if (signal.aborted) return
    this.style.minHeight = average === null ? '0' : ''
    if (average === null) return
    const spoken = spokenIn(readLocale(this) ?? config.defaultLocale)
    const { texts, locale } = spoken
    const counted = fill(counts[toLanguage(locale)], { n: spoken.number(count) })
    const href = this.getAttribute('href')
    this.root.append(
      renderSection(
        spoken,
        config.theme,
        headingOf(subject, texts),
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
