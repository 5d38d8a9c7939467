// Renders the file as a self-contained page. Pure.
import { fill } from '#locales/fill.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { facts } from './facts.ts'
import { type Format, formatIn } from './format.ts'
import { laws, type Question, questions } from './questions.ts'
import type { DocumentLanguage } from './texts.ts'

export type ReadFact = { name: string; api: string; value: unknown }
export type AssessedYear = { store: string; year: number; timezone: string; facts: readonly ReadFact[] }

export const factsOf = ({ id }: Pick<Question, 'id'>) =>
  facts.filter(({ answers }) => answers.some((answer) => answer === id)).map(({ name }) => name)

export const asksIn = (question: Question): boolean => question.asks === true || factsOf(question).length === 0

export function renderDocument(assessed: AssessedYear, language: DocumentLanguage): string {
  const format = formatIn(language, assessed.timezone)
  const { texts } = format
  const named = { year: String(assessed.year), store: assessed.store, timezone: assessed.timezone }
  const title = fill(texts.title, named)
  const sections = laws.map(
    (law) => html`<section><h2>${texts.laws[law]}</h2>
${questions.filter((question) => question.law === law).map((question) => renderQuestion(question, assessed, format))}</section>
`,
  )
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${fill(texts.intro, named)}</p>
<p class="quiet">${fill(texts.scope, named)}</p>
<p class="quiet">${texts.fields}</p>
<p class="quiet">${texts.signed}</p>
${sections}</main>
</body>
</html>
`.toString()
}

function renderQuestion(question: Question, assessed: AssessedYear, format: Format): Html {
  const { texts } = format
  const names = factsOf(question)
  const shown = assessed.facts.filter(({ name }) => names.includes(name))
  return html`<article id="${question.id}"><h3>${texts.questions[question.id]}</h3>
<p class="quiet">${question.reference}</p>
${shown.map((each) => renderFact(each, format))}${
  asksIn(question) &&
  html`<label>${texts.answer}<textarea name="${question.id}" rows="4"></textarea></label>
`
}</article>
`
}

function renderFact({ name, api, value }: ReadFact, format: Format): Html {
  const { texts } = format
  const { heading, columns } = texts.facts[name] ?? { heading: name, columns: [] }
  const rows = facts.find((fact) => fact.name === name)?.rows(value, format) ?? []
  const table = html`<div class="wide"><table><caption>${heading}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    (
      row,
    ) => html`<tr>${row.map((cell, i) => (i === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}</tr>
`,
  )}</tbody></table></div>
`
  return html`${rows.length > 0 ? table : html`<p>${heading}: ${texts.nothing}</p>`}
${addressesOf(api, value).map(
  (address) => html`<p class="address">${texts.address}: <code>GET ${address}</code></p>
`,
)}`
}

/** A report by quarter has one URL per row. */
function addressesOf(api: string, value: unknown): string[] {
  const rows: { api?: string }[] = Array.isArray(value) ? value : []
  const own = rows.flatMap((row) => row.api ?? [])
  return own.length > 0 ? own : [api]
}

const style =
  ':root{color-scheme:light dark;--quiet:#57606a;--line:#d0d7de}' +
  '@media(prefers-color-scheme:dark){:root{--quiet:#9da7b1;--line:#3d444d}}' +
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0}main{max-inline-size:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}' +
  'h1{font-size:1.75rem;line-height:1.25}h2{font-size:1.25rem;line-height:1.3;margin-block:3rem 1rem}' +
  'h3{font-size:1.0625rem;margin-block:0}article{border-block-start:1px solid var(--line);padding-block:1.25rem}' +
  '.quiet,.address{color:var(--quiet);font-size:.875rem;margin-block:.25rem}code{overflow-wrap:anywhere}' +
  '.wide{overflow-x:auto;margin-block-start:1rem}table{border-collapse:collapse;min-inline-size:100%;font-variant-numeric:tabular-nums}' +
  'caption{text-align:start;font-weight:600;padding-block-end:.25rem}' +
  'th,td{text-align:start;vertical-align:top;padding:.375rem .75rem .375rem 0;border-block-end:1px solid var(--line);font-size:.875rem;overflow-wrap:anywhere}' +
  'tbody th{font-weight:400}thead th{overflow-wrap:normal}label{display:block;font-weight:600;margin-block-start:1rem}' +
  'textarea{display:block;box-sizing:border-box;inline-size:100%;margin-block-start:.25rem;padding:.5rem;font:inherit;font-weight:400}' +
  '@media print{article{break-inside:avoid}textarea{border:1px solid #888}}'
