// The first card of the public page: one sentence and three numbers. It shows rejections only if the shop publishes
// its meter.
import { fill, formFor } from '#locales/fill.ts'
import type { Texts } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import * as settings from '../settings-store.ts'
import { countReviews } from './store.ts'

export async function writeOverview(
  tx: StoreReads,
  texts: Texts<'ledger'>['overview'],
  language: string,
): Promise<Html | undefined> {
  const counts = await countReviews(tx)
  if (!counts) return undefined
  const { shown, rejected, spam, pending, deleted, verified, rewarded } = counts
  const withheld = rejected + spam + deleted
  const numbers = new Intl.NumberFormat(language)
  const received = shown + withheld + pending
  const written = Object.fromEntries(
    Object.entries({ ...counts, received }).map(([name, n]) => [name, numbers.format(n)]),
  )
  const { publicMeter } = await settings.find(tx)
  const tiles: [string, number][] = publicMeter
    ? [
        [texts.shown, shown],
        [texts.withheld, withheld],
        [texts.waiting, pending],
      ]
    : [
        [texts.shown, shown],
        [texts.verified, verified],
        [texts.rewarded, rewarded],
      ]
  const plural = new Intl.PluralRules(language)
  const sentence = publicMeter ? formFor(texts.sentence, plural.select(received)) : texts.shownOnly
  return html`<p class="sentence">${fill(sentence, written)}</p>
<p>${publicMeter ? fill(texts.rest, written) : texts.unpublished}</p>
<dl class="tiles">${tiles.map(([name, n]) => html`<div><dt>${name}</dt><dd>${numbers.format(n)}</dd></div>`)}</dl>`
}

export const overviewStyle =
  '.sentence{font-size:1.375rem;font-weight:650;line-height:1.35;margin-block:.5rem}' +
  '.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:1rem;margin-block:1.25rem}' +
  '.tiles dd{font-size:1.75rem;font-weight:700;font-variant-numeric:tabular-nums}.tiles div{display:flex;flex-direction:column-reverse;justify-content:flex-end}'
