import type { FastifyReply } from 'fastify'
import { fill } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { chooseDirection, sendPage } from '#platform/pages/page.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { readCosignatures } from '../heads/cosignature-commands.ts'
import * as heads from '../heads/store.ts'
import { meterStyle, parsePeriod, publicMeter } from '../suppression/public-meter.ts'
import { readBrand } from './brand.ts'
import type { PublicStore } from './commands.ts'
import { lookUp, lookupStyle, writeLookup } from './lookup.ts'
import { overviewStyle, writeOverview, writeSeal } from './overview.ts'

export async function sendLedgerPage(
  { db, services: { origin, clock, config } }: Kernel,
  shop: PublicStore,
  { language, question, period }: { language: string; question: unknown; period: unknown },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const texts = textsIn('ledger', language)
  const at = `${origin}/evidence/${shop.storeEnvId}`
  const chosen = parsePeriod(period)
  const { head, witnesses } = await db.store(shop, 'read', async (tx) => {
    const last = await heads.findLast(tx)
    const of = await readCosignatures(tx, last ? [last.size] : [])
    return { head: last, witnesses: last ? of(last.size).map(({ witness }) => witness) : [] }
  })
  const linkTo = (next: string) => {
    const query = new URLSearchParams({ ...(typeof question === 'string' && { q: question }), period: next })
    return `${at}?${query}#withheld`
  }
  const { overview, meter, brand, lookup } = await db.store(
    shop,
    'read',
    async (tx) => ({
      overview: await writeOverview(tx, texts.overview, language),
      meter: await publicMeter(tx, clock.now(), { chosen, linkTo }, { texts: texts.meter, language }),
      brand: await readBrand(tx, shop.storeName, language),
      lookup: await lookUp(tx, question, toSharing(config)),
    }),
    { snapshot: true },
  )
  const links = {
    checkpoint: `${at}/checkpoint`,
    heads: `${at}/heads`,
    format: 'https://c2sp.org/tlog-checkpoint',
    keys: `${origin}/evidence/keys`,
    program: `${origin}/evidence/verify.mjs`,
    details: `${origin}/docs/evidence`,
  }
  const say = (text: string, values: Record<string, Html> = {}) => written(text, links, values)
  const code = (text: string) => html`<code dir="ltr">${text}</code>`
  const body = html`${brand.header}
<main dir="${chooseDirection(language)}"><div class="card"><h1>${say(texts.title, { store: html`<bdi>${shop.storeName}</bdi>` })}</h1>
<p class="quiet">${texts.intro}</p>
${overview}${writeSeal(head, texts, { language, links })}</div>
${writeLookup(lookup, { texts: texts.lookup, language, at, period: chosen })}
${meter}
<div class="card"><h2>${texts.limits}</h2>
<p>${texts.proves}</p></div>
<details class="card"><summary><h2>${texts.head}</h2></summary>
<p>${texts.written}</p>
<p>${texts.nameless}</p>
${
  head
    ? html`<p>${texts.signed}${witnesses.length > 0 && html` ${fill(texts.witnessed, { names: witnesses.join(', ') })}`}</p>
<pre tabindex="0" dir="ltr" aria-label="${texts.checkpoint}">${head.checkpoint}</pre>`
    : html`<p>${texts.unsigned}</p>`
}</details>
<details class="card"><summary><h2>${texts.check}</h2></summary>
${head && html`<p>${texts.root}<br><code dir="ltr">${head.root.toString('hex')}</code></p>`}
<ul>
<li>${say(texts.checkpoints)}</li>
<li>${say(texts.keys)}</li>
<li>${say(texts.review, { address: code(`${at}/reviews/{id}`) })}</li>
<li>${say(texts.consistency, { address: code(`${at}/consistency?from={size}&to={size}`) })}</li>
<li>${say(texts.program, { command: code('node verify.mjs FILE') })}</li>
</ul>
<p>${say(texts.details)}</p></details></main>`
  const store = { store: shop.storeName }
  const [title, description] = [fill(texts.title, store), fill(texts.description, store)]
  return sendPage(reply, {
    ...{ title, description, body, images: brand.images },
    locale: language,
    style: style + brand.style,
    isListed: lookup.question === undefined && chosen === undefined,
  })
}

const marks = /\[(?<words>[^\]]+)\]\((?<link>\w+)\)|\{(?<name>\w+)\}/g

function written(text: string, links: Readonly<Record<string, string>>, values: Readonly<Record<string, Html>>): Html {
  let at = 0
  const pieces: (Html | string | undefined)[] = []
  for (const { 0: mark, index, groups: { words, link = '', name = '' } = {} } of text.matchAll(marks)) {
    pieces.push(
      text.slice(at, index),
      words ? html`<a href="${links[link]}" rel="noreferrer">${words}</a>` : values[name],
    )
    at = index + mark.length
  }
  return html`${[...pieces, text.slice(at)]}`
}

const style =
  meterStyle +
  overviewStyle +
  lookupStyle +
  'main{max-inline-size:44rem;padding-block:1.25rem 3rem}main h1{margin-block-end:.35rem}' +
  '@media(max-width:36rem){main h1{font-size:1.3rem}}' +
  'summary{cursor:pointer}summary h2{display:inline}details[open]>summary{margin-block-end:.75rem}' +
  '.card{padding:clamp(1rem,3vw,1.5rem)}.card+.card{margin-block-start:1rem}.card>:last-child{margin-block-end:0}' +
  'h2{font-size:1.125rem;margin-block:0 .75rem}pre{white-space:pre-wrap;font-size:.8125rem;' +
  'padding:.75rem;border:1px solid var(--line);border-radius:8px}dd{margin:0}li{margin-block-end:.5rem}'
