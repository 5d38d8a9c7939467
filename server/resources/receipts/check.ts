// The part of the page that lets the author check the ledger without trusting the shop.
import { fill } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import { type Html, html } from '#platform/pages/html.ts'
import type { Visit } from './visit.ts'

const code = (text: string): Html => html`<code dir="ltr">${text}</code>`

export function renderCheck({ receipt, review, language, action, origin }: Visit): Html {
  const { proof } = review
  const texts = textsIn('receipts', language).check
  const ledger = textsIn('ledger', language)
  if (!proof) return html``
  const entries = proof.entries.map(({ entry: { seq, at, type }, path }) => {
    const file = path ? html`<a href="${action}/proofs/${seq}.tlog-proof">${texts.file}</a>` : texts.nextNight
    return html`<li>${seq} · ${code(type)} · <time dir="ltr" datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time> · ${file}</li>`
  })
  const { head, witnesses } = proof
  const signed =
    head &&
    html`<h3>${ledger.head}</h3><dl><dt>${ledger.day}</dt><dd>${head.day}</dd><dt>${ledger.entries}</dt><dd>${head.size}</dd>
<dt>${ledger.root}</dt><dd>${code(head.root.toString('hex'))}</dd></dl>
<p>${witnesses.length > 0 ? fill(ledger.witnessed, { names: witnesses.join(', ') }) : texts.noWitnesses}</p>`
  return html`<details class="check"><summary>${texts.heading}</summary><p>${texts.text}</p>
<ul class="entries">${entries}</ul>${signed}
<p>${texts.program} ${code('node verify.mjs FILE')} <a href="${origin}/evidence/verify.mjs">verify.mjs</a></p>
<p>${texts.salt} ${proof.salt && code(proof.salt)}</p>
<p><a href="${origin}/evidence/${receipt.storeEnvId}">${texts.ledger}</a></p></details>`
}
