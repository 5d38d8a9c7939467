import { fill } from '#locales/fill.ts'
import type { Texts } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import * as settings from '../settings-store.ts'
import { readSuppression } from './commands.ts'
import { isComparable, minDecided } from './rules.ts'
import type { Suppression, WithheldCounts } from './schema.ts'

export async function publicMeter(
  tx: StoreReads,
  now: Date,
  texts: Texts<'ledger'>['meter'],
  language: string,
): Promise<Html | undefined> {
  if (!(await settings.find(tx)).publicMeter) return undefined
  const ofProducts = writeMeter(await readSuppression(tx, {}, now), texts.heading, texts, language)
  const ofShop = await readSuppression(tx, { subject: 'shop' }, now)
  // Leaves out the table of reviews about the shop itself if the period has none.
  const hasShop = ofShop.byRating.some(({ received, withheld }) => received + withheld > 0)
  return hasShop ? html`${ofProducts}${writeMeter(ofShop, texts.ofShop, texts, language)}` : ofProducts
}

function writeMeter(
  { from, to, timezone, byRating, low, high, gap }: Suppression,
  heading: string,
  texts: Texts<'ledger'>['meter'],
  language: string,
): Html {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const percent = (of: number | null) => (of === null ? '–' : share.format(of))
  const rows = byRating.toReversed().map(({ rating, received, published, withheld, pending, withheldShare }) => {
    const numbers = [received, published, withheld, pending].map((n) => number.format(n))
    const cells = [...numbers, percent(withheldShare)].map(
      (text, i) => html`<td role="cell" data-label="${texts.columns[i + 1]}">${text}</td>`,
    )
    return html`<tr role="row"><th role="rowheader" scope="row">${number.format(rating)} ★</th>${cells}</tr>`
  })
  const span = { from: day.format(new Date(from)), to: day.format(new Date(to)), timezone }
  const writeRatio = ({ published, withheld }: WithheldCounts) =>
    fill(texts.ratio, { n: number.format(withheld), all: number.format(published + withheld) })
  const shares =
    gap === null || !isComparable({ low, high })
      ? fill(texts.tooFew, { ...span, low: writeRatio(low), high: writeRatio(high), fewest: number.format(minDecided) })
      : `${fill(texts.shares, { ...span, low: percent(low.withheldShare), high: percent(high.withheldShare) })} ${compare(gap, texts, number)}`
  const columns = texts.columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)
  return html`<div class="card"><h2>${heading}</h2>
<p>${shares} ${texts.withheld}</p>
<table role="table"><caption>${texts.byStars}</caption><thead role="rowgroup"><tr role="row">${columns}</tr></thead><tbody role="rowgroup">${rows}</tbody></table></div>`
}

function compare(gap: number, texts: Texts<'ledger'>['meter'], number: Intl.NumberFormat): string {
  const points = Math.round(Math.abs(gap) * 1000) / 10
  if (points === 0) return texts.equal
  return fill(gap > 0 ? texts.more : texts.less, { points: number.format(points) })
}

/** Six columns do not fit a phone, so each row becomes a block of labelled numbers. ARIA roles preserve the table. */
export const meterStyle =
  'table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}caption{text-align:start;color:var(--quiet);white-space:nowrap}' +
  'th,td{padding:.375rem .25rem;text-align:end;border-block-end:1px solid var(--line)}th{overflow-wrap:normal}th:first-child{text-align:start}' +
  'tbody tr:last-child>*{border-block-end:0}tbody th{white-space:nowrap}' +
  '@media(max-width:36rem){table,tbody{display:block}thead{display:block;position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}' +
  'tbody tr{display:grid;grid-template-columns:1fr 1fr;gap:.1rem 1.5rem;padding-block:.6rem;border-block-end:1px solid var(--line)}' +
  'tbody tr:last-child{border:0}tbody th{grid-column:1/-1}tbody :is(th,td){border:0;padding:0}' +
  'tbody td{display:flex;justify-content:space-between;gap:.5rem;font-size:.9375rem}td::before{content:attr(data-label);color:var(--quiet)}}'
