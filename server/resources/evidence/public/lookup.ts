// Finds the entries of one published review, by its id or by the number of one of its entries.
import { type Texts, textsIn } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { AppError } from '#platform/values/errors.ts'
import type { Sharing } from '#resources/reviews/changes/copy-fragments.ts'
import type { ReviewProof } from '../heads/schema.ts'
import { readPublicReview } from './commands.ts'
import * as store from './store.ts'

export type Lookup = {
  /** Absent if the visitor searched nothing. */
  question?: string
  found?: { id: string; entries: ReviewProof['entries'] }
  newest: string | undefined
}

/** The id may be within a pasted address. */
const idWithin = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i
const entryNumber = /^#?(\d{1,15})$/

export async function lookUp(tx: StoreReads, asked: unknown, sharing: Sharing): Promise<Lookup> {
  const newest = await store.findNewestShown(tx)
  if (typeof asked !== 'string' || asked.trim() === '') return { newest }
  const question = asked.trim().slice(0, longestQuestion)
  const [, seq] = entryNumber.exec(question) ?? []
  const id =
    seq === undefined ? idWithin.exec(question)?.[0].toLowerCase() : await store.findReviewOfEntry(tx, Number(seq))
  const entries = id && (await readEntries(tx, id, sharing))
  return { question, newest, ...(entries && { found: { id, entries } }) }
}

const longestQuestion = 200

async function readEntries(tx: StoreReads, id: string, sharing: Sharing) {
  try {
    return (await readPublicReview(tx, id, sharing)).entries
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

type Place = { texts: Texts<'ledger'>['lookup']; language: string; at: string; period: string | undefined }

export function writeLookup({ question, found, newest }: Lookup, { texts, language, at, period }: Place): Html {
  const result =
    question !== undefined && (found ? writeEntries(found, language, at) : html`<p role="status">${texts.missing}</p>`)
  return html`<div class="card" id="lookup"><h2>${texts.heading}</h2>
<form action="${at}#lookup" role="search"><label for="question">${texts.label}</label>
<div class="asking"><input id="question" name="q" value="${question}" maxlength="${longestQuestion}" required dir="ltr" autocomplete="off" spellcheck="false"><button>${texts.button}</button></div>${period && html`<input type="hidden" name="period" value="${period}">`}</form>
${newest && newest !== found?.id && html`<p><a href="${at}?q=${newest}#lookup">${texts.newest}</a></p>`}${result}</div>`
}

function writeEntries({ id, entries }: NonNullable<Lookup['found']>, language: string, at: string): Html {
  const { file, nextNight } = textsIn('receipts', language).check
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return html`<div class="found" role="status"><p><a href="${at}/reviews/${id}"><code dir="ltr">${id}</code></a></p>
<ol>${entries.map(
    ({ entry: { seq, type, at: moment, data }, path }) => html`<li><span>${seq}</span> <code dir="ltr">${type}</code>
<code dir="ltr" class="quiet">${summarize(data)}</code>
<time datetime="${moment}">${time.format(new Date(moment))} UTC</time> ${
      path ? html`<a href="${at}/reviews/${id}/${seq}.tlog-proof">${file}</a>` : html`<span>${nextNight}</span>`
    }</li>`,
  )}</ol></div>`
}

/** The one value of an entry that says most, as in the ledger itself. */
const summarize = ({
  rating,
  to,
  method,
  kind,
  decision,
  cause,
}: ReviewProof['entries'][number]['entry']['data']): string =>
  rating === undefined ? (to ?? method ?? kind ?? decision ?? cause ?? '') : `${rating} ★`

export const lookupStyle =
  'label{display:block;font-weight:600;margin-block-end:.35rem}.asking{display:flex;flex-wrap:wrap;gap:.75rem}' +
  '.asking input{flex:1 1 10rem;min-inline-size:0;font:inherit;color:inherit;background:var(--card);padding:.6rem .8rem;' +
  'border:1px solid var(--quiet);border-radius:8px}.asking button{flex:none;overflow-wrap:normal}#lookup p{margin-block:.75rem 0}' +
  '.found ol{list-style:none;margin:.75rem 0 0;padding:0;border-block-start:1px solid var(--line)}' +
  '.found li{display:grid;grid-template-columns:3rem auto 1fr auto auto;gap:.25rem 1rem;align-items:baseline;padding-block:.5rem;margin:0;' +
  'border-block-end:1px solid var(--line);font-size:.9375rem}.found :is(time,span){color:var(--quiet);font-variant-numeric:tabular-nums}' +
  '@media(max-width:36rem){.asking :is(input,button){flex:1 0 100%}.found li{grid-template-columns:3rem 1fr auto}.found .quiet{grid-area:2/2}.found time{grid-area:2/3;justify-self:end}}'
