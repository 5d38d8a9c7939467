// The page for people: what is written down about a store's reviews, and how anybody checks it.
import type { FastifyReply } from 'fastify'
import type { Kernel } from '#platform/kernel.ts'
import { html } from '#platform/pages/html.ts'
import { sendPage } from '#platform/pages/page.ts'
import * as heads from '../heads/store.ts'
import { meterStyle, publicMeter } from '../suppression/public-meter.ts'
import type { PublicStore } from './commands.ts'

export async function sendLedgerPage(
  { db, services: { origin, clock } }: Kernel,
  shop: PublicStore,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const head = await db.store(shop, 'read', heads.findLast)
  const meter = await db.store(shop, 'read', (tx) => publicMeter(tx, clock.now()), { snapshot: true })
  const at = `${origin}/evidence/${shop.storeEnvId}`
  const title = `How the reviews of ${shop.storeName} are checked`
  const body = html`<main><div class="card"><h1>${title}</h1>
<p>Everything that becomes of a review of this shop is written down at the moment it happens: that it came in and by which way, whether
a purchase was proven, what was offered for it, every decision to show or to hide it, and that it was deleted. Entries are only ever
added. Each holds a fingerprint of the one before, so that none can be changed, removed or slipped in later without all that follow
showing it.</p>
<p>The entries name nobody and quote nothing: of what somebody wrote they hold a salted fingerprint.</p></div>
<div class="card"><h2>The newest signed head</h2>
${
  head
    ? html`<dl><dt>Day (UTC)</dt><dd>${head.day}</dd><dt>Entries</dt><dd>${head.size}</dd>
<dt>Root of the tree</dt><dd><code>${head.root.toString('hex')}</code></dd></dl>
<p>Every night the service signs one number for all entries there are. Whoever keeps it can prove later that nothing of what it
stands for was changed.</p>
<pre tabindex="0" aria-label="Checkpoint">${head.checkpoint}</pre>`
    : html`<p>Nothing was signed yet: the first head follows after midnight (UTC) of the day on which the first review came in.</p>`
}</div>
${meter}
<div class="card"><h2>Check it yourself</h2>
<ul>
<li><a href="${at}/checkpoint">The newest checkpoint</a>, and <a href="${at}/heads">all that were signed</a>, a
<a href="https://c2sp.org/tlog-checkpoint" rel="noreferrer">C2SP checkpoint</a> each.</li>
<li><a href="${origin}/evidence/keys">The keys</a> that sign them.</li>
<li><code>${at}/reviews/{id}</code> is what the ledger says of one review that was published, with the proof that each entry is in
the newest head.</li>
<li><code>${at}/consistency?from={size}&amp;to={size}</code> proves that a later head only added to an earlier one.</li>
<li><a href="${origin}/evidence/verify.mjs">A program</a> for Node that needs nothing else: <code>node verify.mjs FILE</code> checks a
pack of evidence, as the shop hands it to whoever asks.</li>
</ul>
<p><a href="${origin}/docs/evidence">How this works, in detail</a></p></div>
<div class="card"><h2>What this does not prove</h2>
<p>That what somebody wrote is true, and that a review came in which was never sent here. It proves what the shop and this service
did with those that were.</p></div></main>`
  const description = `What is written down about the reviews of ${shop.storeName}, the newest signed head of it, and how anybody checks it.`
  return sendPage(reply, { title, description, isListed: true, locale: 'en', style, body })
}

const style =
  meterStyle +
  '.card+.card{margin-block-start:1rem}h2{font-size:1.125rem;margin-block:0 .75rem}pre{overflow-x:auto;font-size:.8125rem;' +
  'padding:.75rem;border:1px solid var(--line);border-radius:8px}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}' +
  'dt{color:var(--quiet)}dd{margin:0}li{margin-block-end:.5rem}.card p:last-child{margin-block-end:0}'
