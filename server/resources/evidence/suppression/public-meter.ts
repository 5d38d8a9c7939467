// The meter as everybody sees it, where the store has chosen to show it: of the last thirty days.
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import * as settings from '../settings/store.ts'
import { readSuppression } from './commands.ts'

/** Nothing unless the store shows it. */
export async function publicMeter(tx: StoreReads, now: Date): Promise<Html | undefined> {
  if (!(await settings.find(tx)).publicMeter) return undefined
  const { from, to, timezone, byRating, low, high, gap } = await readSuppression(tx, {}, now)
  const rows = byRating.toReversed().map(
    (row) => html`<tr><th scope="row">${row.rating}</th><td>${row.received}</td><td>${row.published}</td>
<td>${row.withheld}</td><td>${row.pending}</td><td>${percent(row.withheldShare)}</td></tr>`,
  )
  return html`<div class="card"><h2>How much is withheld</h2>
<p>Of the reviews that came in from ${from} to ${to} (${timezone}) and were decided, ${percent(low.withheldShare)} of those with one or two
stars are withheld, and ${percent(high.withheldShare)} of those with four or five${
    gap === null ? '' : html`: a gap of ${(gap * 100).toFixed(1)} points`
  }. Withheld are those that were rejected, marked as spam or deleted by the shop.</p>
<table><caption>By stars</caption><thead><tr><th scope="col">Stars</th><th scope="col">Received</th><th scope="col">Published</th>
<th scope="col">Withheld</th><th scope="col">Waiting</th><th scope="col">Share</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)

export const meterStyle =
  'table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}caption{text-align:start;color:var(--quiet)}' +
  'th,td{padding:.375rem .25rem;text-align:end;border-block-end:1px solid var(--line)}th:first-child{text-align:start}'
