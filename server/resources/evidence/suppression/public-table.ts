// The public table of withheld reviews: a row for each number of stars.
import type { Texts } from '#locales/texts.ts'
import { type Html, html } from '#platform/pages/html.ts'
import type { Suppression, WithheldCounts } from './schema.ts'

export function writeTable(byRating: Suppression['byRating'], texts: Texts<'ledger'>['meter'], language: string): Html {
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const rows = byRating.toReversed().map(({ rating, ...counts }) => {
    const { received, published, withheld, pending, withheldShare } = counts
    const numbers = [received, published, withheld, pending].map((n) => number.format(n))
    const cells = [...numbers, withheldShare === null ? '–' : share.format(withheldShare)].map(
      (text, i) =>
        html`<td role="cell" data-label="${texts.columns[i + 1]}">${text}${i === 4 && withheldShare !== null && writeBar(counts)}</td>`,
    )
    return html`<tr role="row"><th role="rowheader" scope="row">${number.format(rating)} ★</th>${cells}</tr>`
  })
  const columns = texts.columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)
  return html`<table role="table"><caption>${texts.byStars}</caption><thead role="rowgroup"><tr role="row">${columns}</tr></thead><tbody role="rowgroup">${rows}</tbody></table>`
}

/** An SVG, because the content security policy forbids a style attribute with the width. */
export const writeBar = ({ withheldShare }: WithheldCounts): Html =>
  html`<svg class="bar" aria-hidden="true"><rect width="100%" height="100%"/><rect width="${(withheldShare ?? 0) * 100}%" height="100%"/></svg>`

const hidden = 'position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)'

/** Six columns do not fit a phone, so each row becomes two lines of labelled numbers. ARIA roles preserve the table. */
export const meterStyle =
  `table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}caption{${hidden}}` +
  'th,td{padding:.4rem .35rem;text-align:end;border-block-end:1px solid var(--line)}th{overflow-wrap:normal}th:first-child{text-align:start;padding-inline-start:0}' +
  'th:last-child,td:last-child{padding-inline-end:0}thead th{color:var(--quiet);font-size:.875rem;font-weight:500}' +
  'tbody tr:last-child>*{border-block-end:0}tbody th{white-space:nowrap}td:last-child{white-space:nowrap}' +
  '.bar{inline-size:4rem;block-size:.375rem;border-radius:9px;fill:var(--line);overflow:hidden}.bar rect+rect{fill:var(--star)}' +
  '[dir=rtl] :is(.bar,.parts){scale:-1 1}' +
  'td .bar{margin-inline-start:.6rem;vertical-align:.1em}' +
  '.beside{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin-block-end:.75rem}.beside h2{margin:0}' +
  '.periods{display:flex;border:1px solid var(--line);border-radius:8px;font-size:.875rem;overflow:hidden}' +
  '.periods a{padding:.3rem .7rem;color:var(--quiet);text-decoration:none;white-space:nowrap}.periods a+a{border-inline-start:1px solid var(--line)}' +
  '.periods a:hover{color:var(--text)}.periods a[aria-current]{background:var(--page);color:var(--text);font-weight:600}.periods a:focus-visible{outline-offset:-3px}' +
  '.verdict{font-weight:600;margin-block-end:.75rem}.groups{display:grid;grid-template-columns:1fr 1fr;gap:.75rem 2rem;margin:0 0 1rem}' +
  '.groups div{display:flex;flex-wrap:wrap;align-items:baseline;align-content:space-between;gap:0 .4rem}.groups :is(dt,dd:last-child){flex:1 0 100%}.groups .quiet{white-space:nowrap}' +
  '.groups dt{color:var(--quiet);font-size:.9375rem}.groups dt+dd{font-size:1.5rem;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}' +
  '.groups .bar{inline-size:100%;display:block;margin-block-start:.35rem}' +
  '#withheld details{margin-block-start:1rem;padding-block-start:1rem;border-block-start:1px solid var(--line)}h3{display:inline;font-size:1rem;margin:0}' +
  `@media(max-width:36rem){table,tbody{display:block}thead{display:block;${hidden}}` +
  'tbody tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .8rem;padding-block:.6rem;border-block-end:1px solid var(--line)}' +
  'tbody tr:last-child{border:0}tbody :is(th,td){border:0;padding:0}tbody td{font-size:.875rem}td::before{content:attr(data-label) " ";color:var(--quiet)}' +
  'tbody th{order:-2;flex:0 0 2.5rem}tbody td:last-child{order:-1;flex:1 0 calc(100% - 4rem);display:flex;align-items:center;gap:.35rem}' +
  'td .bar{flex:none;inline-size:7rem;margin-inline-start:auto}.groups{gap:.75rem 1.25rem}.groups dt+dd{font-size:1.25rem}.groups .quiet{font-size:.875rem}.periods{inline-size:100%}.periods a{flex:1;text-align:center}}'
