import { fill } from '#locales/fill.ts'
import type { Texts } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import * as settings from '../settings-store.ts'
import { readShortestComparable, readSuppression } from './commands.ts'
import { meterStyle, writeBar, writeTable } from './public-table.ts'
import { isComparable, minDecided } from './rules.ts'
import { type MeterPeriod, meterPeriods, type Suppression, type WithheldCounts } from './schema.ts'

export { meterStyle }

export type MeterRequest = {
  /** Undefined unless the visitor chose one. The page then shows the shortest period that allows a comparison. */
  chosen: MeterPeriod | undefined
  linkTo(period: MeterPeriod): string
}

export const parsePeriod = (value: unknown): MeterPeriod | undefined => meterPeriods.find((period) => period === value)

export async function publicMeter(
  tx: StoreReads,
  now: Date,
  { chosen, linkTo }: MeterRequest,
  { texts, language }: { texts: Texts<'ledger'>['meter']; language: string },
): Promise<Html | undefined> {
  if (!(await settings.find(tx)).publicMeter) return undefined
  const ofProducts = chosen
    ? { ...(await readSuppression(tx, { period: chosen }, now)), period: chosen }
    : await readShortestComparable(tx, {}, now)
  const { period } = ofProducts
  const ofShop = await readSuppression(tx, { period, subject: 'shop' }, now)
  // Leaves out the reviews about the shop itself if the period has none.
  const hasShop = ofShop.byRating.some(({ received, withheld }) => received + withheld > 0)
  const write = createWriter(texts, language)
  const note = !chosen && period !== meterPeriods[0] && fill(texts.shortest, { period: texts.periods[period] })
  return html`<div class="card" id="withheld"><div class="beside"><h2>${texts.heading}</h2>
<nav class="periods" aria-label="${texts.period}">${meterPeriods.map(
    (each) =>
      html`<a href="${linkTo(each)}"${each === period && html` aria-current="true"`}>${texts.periods[each]}</a>`,
  )}</nav></div>
${write.comparison(ofProducts, note)}
${writeTable(ofProducts.byRating, texts, language)}${
  hasShop &&
  html`
<details><summary><h3>${texts.ofShop}</h3></summary>
${write.comparison(ofShop)}
${writeTable(ofShop.byRating, texts, language)}</details>`
}</div>`
}

function createWriter(texts: Texts<'ledger'>['meter'], language: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const ratio = ({ published, withheld }: WithheldCounts) =>
    fill(texts.ratio, { n: number.format(withheld), all: number.format(published + withheld) })
  const group = (counts: WithheldCounts, least: number, most: number) =>
    html`<div><dt>${number.format(least)}–${number.format(most)} ★</dt>
<dd>${share.format(counts.withheldShare ?? 0)}</dd><dd class="quiet">${ratio(counts)}</dd><dd>${writeBar(counts)}</dd></div>`
  return {
    /** Shows both shares only if enough reviews are decided to compare them. */
    comparison({ from, to, timezone, low, high, gap }: Suppression, note?: string | false): Html {
      const span = { from: day.format(new Date(from)), to: day.format(new Date(to)), timezone }
      if (gap === null || !isComparable({ low, high })) {
        const counts = { low: ratio(low), high: ratio(high), fewest: number.format(minDecided) }
        return html`<p>${fill(texts.tooFew, { ...span, ...counts })} ${texts.withheld}</p>`
      }
      const [lows, highs] = [low, high].map(({ withheldShare }) => share.format(withheldShare ?? 0))
      return html`<p class="verdict">${compare(gap, texts, number)}</p>
<dl class="groups">${group(low, 1, 2)}${group(high, 4, 5)}</dl>
<p class="quiet">${fill(texts.shares, { ...span, low: lows ?? '', high: highs ?? '' })} ${texts.withheld}${note && ` ${note}`}</p>`
    },
  }
}

function compare(gap: number, texts: Texts<'ledger'>['meter'], number: Intl.NumberFormat): string {
  const points = Math.round(Math.abs(gap) * 1000) / 10
  if (points === 0) return texts.equal
  return fill(gap > 0 ? texts.more : texts.less, { points: number.format(points) })
}
