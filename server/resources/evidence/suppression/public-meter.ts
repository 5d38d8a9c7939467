import { fill } from '#locales/fill.ts'
import type { Texts } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import * as settings from '../settings-store.ts'
import { readSuppression } from './commands.ts'
import type { Suppression } from './schema.ts'

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
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = (share: number | null) => (share === null ? '–' : `${format.format(share * 100)} %`)
  const rows = byRating.toReversed().map(
    (row) => html`<tr><th scope="row">${row.rating}</th><td>${row.received}</td><td>${row.published}</td>
<td>${row.withheld}</td><td>${row.pending}</td><td>${percent(row.withheldShare)}</td></tr>`,
  )
  const shares = { from, to, timezone, low: percent(low.withheldShare), high: percent(high.withheldShare) }
  return html`<div class="card"><h2>${heading}</h2>
<p>${fill(texts.shares, shares)}${gap !== null && ` ${fill(texts.gap, { points: format.format(gap * 100) })}`} ${texts.withheld}</p>
<table><caption>${texts.byStars}</caption><thead><tr>${texts.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}

export const meterStyle =
  'table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}caption{text-align:start;color:var(--quiet)}' +
  'th,td{padding:.375rem .25rem;text-align:end;border-block-end:1px solid var(--line)}th:first-child{text-align:start}'
