// The first card of the public page: one sentence, the numbers behind it, and the day of the newest signature. It shows
// rejections only if the shop publishes its meter.
import { fill, formFor } from '#locales/fill.ts'
import type { Texts } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import type { HeadRow } from '../heads/commands.ts'
import * as settings from '../settings-store.ts'
import { countReviews } from './store.ts'

export async function writeOverview(
  tx: StoreReads,
  texts: Texts<'ledger'>['overview'],
  language: string,
): Promise<Html | undefined> {
  const counts = await countReviews(tx)
  if (!counts) return undefined
  const { shown, rejected, spam, pending, deleted, verified, rewarded, declared } = counts
  const numbers = new Intl.NumberFormat(language)
  const received = shown + rejected + spam + deleted + pending
  const { publicMeter } = await settings.find(tx)
  const tiles: Tile[] = publicMeter
    ? [
        [texts.rejected, rejected, 'rejected'],
        [texts.spam, spam, 'spam'],
        [texts.deleted, deleted, 'deleted'],
        [texts.waiting, pending, 'waiting'],
      ]
    : [
        [texts.verified, verified],
        [texts.rewarded, rewarded],
      ]
  const parts: Part[] = [
    ['shown', shown],
    ['rejected', rejected],
    ['spam', spam],
    ['deleted', deleted],
    ['waiting', pending],
  ]
  const plural = new Intl.PluralRules(language)
  const sentence = publicMeter ? formFor(texts.sentence, plural.select(received)) : texts.shownOnly
  const values = { shown: numbers.format(shown), received: numbers.format(received) }
  return html`<p class="sentence">${fill(sentence, values)}</p>
${publicMeter ? writeParts(parts) : html`<p>${texts.unpublished}</p>`}
<dl class="tiles">${tiles.map(([name, n, part = '']) => html`<div class="${part}"><dt>${name}</dt><dd>${numbers.format(n)}</dd></div>`)}</dl>
${declared > 0 && html`<p class="quiet aside">${fill(formFor(texts.declared, plural.select(declared)), { n: numbers.format(declared) })}</p>`}`
}

type PartName = 'shown' | 'rejected' | 'spam' | 'deleted' | 'waiting'
type Part = readonly [PartName, number]
type Tile = readonly [name: string, count: number, part?: PartName]

/** Draws the parts of all received reviews. Hidden from screen readers, because the sentence and the numbers say the same. */
function writeParts(parts: readonly Part[]): Html | undefined {
  const all = parts.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return undefined
  let drawn = 0
  const rects = parts.map(([name, count]) => {
    const rect = html`<rect class="${name}" x="${(drawn / all) * 100}%" width="${(count / all) * 100}%" height="100%"/>`
    drawn += count
    return rect
  })
  return html`<svg class="parts" aria-hidden="true">${rects}</svg>`
}

type Place = { language: string; links: { checkpoint: string; heads: string } }

export function writeSeal(
  head: HeadRow | undefined,
  texts: Texts<'ledger'>,
  { language, links: { checkpoint, heads } }: Place,
): Html {
  if (!head) return html`<p class="seal quiet">${texts.unsigned}</p>`
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(head.day))
  return html`<dl class="seal"><div><dt>${tick}${texts.lastSigned}</dt><dd><a href="${checkpoint}">${day}</a></dd></div>
<div><dt>${texts.entries}</dt><dd><a href="${heads}">${new Intl.NumberFormat(language).format(head.size)}</a></dd></div></dl>`
}

const tick = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M8 1l5.5 2v4.5c0 3.6-2.3 6-5.5 7.5-3.2-1.5-5.5-3.9-5.5-7.5V3zM5.3 7.8l2 2 3.5-3.6"/></svg>`

export const overviewStyle =
  '.sentence{font-size:1.25rem;font-weight:650;line-height:1.35;margin-block:1rem}' +
  '.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.75rem 1rem;margin:0}' +
  '.tiles dt,.seal dt{color:var(--quiet);font-size:.9375rem}' +
  '.tiles dd{font-size:1.5rem;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}' +
  '.tiles div{display:flex;flex-direction:column-reverse;justify-content:flex-end}' +
  '.parts{display:block;inline-size:100%;block-size:.5rem;border-radius:9px;overflow:hidden;margin-block:-.25rem 1rem}' +
  '.parts .shown{fill:var(--good)}.parts .rejected{fill:var(--star)}.parts .spam{fill:var(--star);opacity:.6}.parts .deleted{fill:var(--text)}.parts .waiting{fill:var(--quiet);opacity:.5}' +
  '.tiles :is(.rejected,.spam,.deleted,.waiting) dt::before{content:"";display:inline-block;inline-size:.6rem;block-size:.6rem;border-radius:3px;margin-inline-end:.4rem;background:var(--star)}' +
  '.tiles .spam dt::before{opacity:.6}.tiles .deleted dt::before{background:var(--text)}' +
  '.tiles .waiting dt::before{background:var(--quiet);opacity:.5}' +
  '.aside{font-size:.9375rem;margin-block:1rem 0}' +
  '.seal{display:flex;flex-wrap:wrap;gap:.75rem 2.5rem;margin-block:1.25rem 0;padding-block-start:1.25rem;border-block-start:1px solid var(--line)}' +
  '@media(max-width:36rem){dl.seal{display:grid;grid-template-columns:1fr 1fr;align-items:end;gap:.75rem 1rem}.seal dt{font-size:.8125rem}.seal svg{display:none}}' +
  '.seal dd{font-weight:600}' +
  '.seal svg{fill:none;stroke:var(--good);stroke-width:1.5;vertical-align:-.15em;margin-inline-end:.35em}'
