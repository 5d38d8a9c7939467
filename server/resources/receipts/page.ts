import { fill, formFor } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { chooseDirection, type Page } from '#platform/pages/page.ts'
import { limits } from '#resources/reviews/schema.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { renderCheck } from './check.ts'
import type { OwnReview } from './commands.ts'
import { correctionDays, isInTime, listVersions, mostCorrections, type SentWords, type Version } from './rules.ts'
import type { Visit } from './visit.ts'

/** The author's input, and the field that is invalid. */
export type Again = { sent: SentWords; field: string }

export function receiptPage(visit: Visit, again?: Again): Page {
  const { receipt, review, language } = visit
  const texts = textsIn('receipts', language)
  const product = isolated(review.isOfShop ? receipt.storeName : (review.productTitle ?? texts.nameless))
  const [shop] = receipt.origins
  const back = fill(textsIn('link-pages', language).back, { store: isolated(receipt.storeName) })
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${texts.heading}</h1>
<p>${fill(texts.text, { product, store: isolated(receipt.storeName) })}</p>
<p><strong>${texts.states[review.status as keyof typeof texts.states]}</strong>${review.verified && html` · ${texts.verified}`}</p>
${review.reason && html`<p>${textsIn('appeals', language).reasons[review.reason]}</p>`}
${renderWords(review, language)}
${review.reply && html`<h2>${fill(texts.reply, { store: isolated(receipt.storeName) })}</h2><p class="said" dir="auto">${review.reply}</p>`}
${review.correction && html`<h2>${texts.states.waiting}</h2>${renderWords(review.correction, language)}`}
${renderCorrection(visit, again)}
${renderWithdrawal(visit)}
<h2>${texts.versions}</h2><ol class="versions">${listOf(review).map((version) => renderVersion(version, visit))}</ol>
${renderCheck(visit)}
${shop && html`<p class="back"><a href="${shop}">${back}</a></p>`}</div></main>`
  return { title: texts.heading, locale: language, status: again ? 400 : 200, style: pageStyle, body }
}

const listOf = (review: OwnReview) => listVersions(review.proof?.entries.map(({ entry }) => entry) ?? [], review)

type Words = Pick<OwnReview, 'rating' | 'title' | 'body' | 'authorName'>

const renderWords = ({ rating, title, body, authorName }: Words, language: string): Html =>
  html`<blockquote dir="auto"><p>${fill(textsIn('review-form', language).starsOf, { n: rating })}</p>${
    title && html`<p><strong>${title}</strong></p>`
  }<p class="said">${body}</p><p class="quiet">${authorName}</p></blockquote>`

const dayIn = (at: string | Date, { review: { timezone }, language }: Visit): string =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'long', timeZone: timezone })

function renderVersion({ at, rating, state, reason, offer }: Version, visit: Visit): Html {
  const { language } = visit
  const texts = textsIn('receipts', language)
  const facts = [
    texts.states[state as keyof typeof texts.states],
    ...(rating === null ? [] : [fill(textsIn('review-form', language).starsOf, { n: rating })]),
    offer === null ? texts.noOffer : texts.offers[offer as keyof typeof texts.offers],
  ]
  return html`<li><p><time datetime="${at}">${dayIn(at, visit)}</time><br>${facts.join(' · ')}${
    reason && html`<br>${textsIn('appeals', language).reasons[reason]}`
  }</p></li>`
}

function renderCorrection(visit: Visit, again: Again | undefined): Html {
  const { review, receipt, language, now } = visit
  const texts = textsIn('receipts', language).correct
  const left = mostCorrections - review.corrections
  const until = new Date(Date.parse(receipt.createdAt) + correctionDays * 86_400_000)
  const refusal =
    review.status === 'rejected'
      ? texts.rejected
      : left <= 0
        ? texts.noneLeft
        : isInTime(receipt.createdAt, now)
          ? undefined
          : fill(texts.late, { date: dayIn(until, visit) })
  if (refusal !== undefined) return html`<h2>${texts.heading}</h2><p>${refusal}</p>`
  const possible = fill(formFor(texts.left, new Intl.PluralRules(language).select(left)), {
    n: left,
    date: dayIn(until, visit),
  })
  return html`<details${raw(again ? ' open' : '')}><summary>${texts.heading}</summary>
<p>${review.status === 'pending' ? texts.pending : texts.approved} ${possible}</p>
${renderForm(visit, again)}</details>`
}

function renderForm({ review, language, action }: Visit, again: Again | undefined): Html {
  const texts = textsIn('review-form', language)
  const present: SentWords = again?.sent ?? review.correction ?? review
  const value = (name: keyof SentWords) => (present[name] === null ? '' : String(present[name] ?? ''))
  const problems: Record<string, string> = {
    rating: texts.ratingMissing,
    title: fill(texts.titleLong, { n: value('title').length, max: limits.title }),
    body:
      value('body').trim() === ''
        ? texts.bodyMissing
        : fill(texts.bodyLong, { n: value('body').length, max: limits.body }),
    authorName:
      value('authorName').trim() === ''
        ? texts.nameMissing
        : value('authorName').length > limits.authorName
          ? fill(texts.nameLong, { n: value('authorName').length, max: limits.authorName })
          : texts.nameAddress,
  }
  const problem = (name: string) =>
    again?.field === name && html`<p id="problem" class="problem" role="alert">${problems[name] ?? texts.check}</p>`
  const wrong = (name: string) => raw(again?.field === name ? ' aria-invalid="true" aria-describedby="problem"' : '')
  const options = [5, 4, 3, 2, 1].map(
    (n) =>
      html`<option value="${n}"${raw(value('rating') === String(n) ? ' selected' : '')}>${fill(texts.starsOf, { n })}</option>`,
  )
  return html`<form method="post" action="${action}/correct">
<label for="rating">${texts.rating}</label>${problem('rating')}
<select id="rating" name="rating"${wrong('rating')}>${options}</select>
<label for="title">${texts.title} <span class="quiet">(${texts.optional})</span></label>${problem('title')}
<input id="title" name="title" maxlength="${limits.title}" dir="auto" value="${value('title')}"${wrong('title')}>
<label for="body">${texts.body}</label>${problem('body')}
<textarea id="body" name="body" rows="6" maxlength="${limits.body}" required dir="auto"${wrong('body')}>${value('body')}</textarea>
<label for="authorName">${texts.name}</label>${problem('authorName')}
<input id="authorName" name="authorName" maxlength="${limits.authorName}" required dir="auto" value="${value('authorName')}"${wrong('authorName')}>
<div class="actions"><button type="submit">${textsIn('receipts', language).correct.button}</button></div></form>`
}

/** The form is closed at first, so that nobody withdraws a review by one accidental click. */
function renderWithdrawal({ language, action }: Visit): Html {
  const texts = textsIn('receipts', language).withdraw
  return html`<details><summary>${texts.heading}</summary><p>${texts.text}</p>
<form method="post" action="${action}/withdraw"><div class="actions"><button type="submit" class="danger">${texts.button}</button></div></form></details>`
}

const pageStyle =
  'h2{font-size:1rem;margin-block:1.5rem .25rem}blockquote{margin:1.25rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}' +
  'blockquote p{margin-block-end:.5rem}blockquote p:last-child{margin:0}.said{white-space:pre-line}' +
  'details{border-block-start:1px solid var(--line);padding-block:.75rem}summary{cursor:pointer;font-weight:600;min-block-size:24px}' +
  'details>p:first-of-type{margin-block-start:.75rem}details+h2{margin-block-start:.5rem;border-block-start:1px solid var(--line);padding-block-start:1rem}' +
  'label{font-weight:600;display:block;margin-block:1rem .25rem}label .quiet{font-weight:400}' +
  'input,select,textarea{font:inherit;color:inherit;background:var(--page);inline-size:100%;padding:.75rem;border:1px solid var(--quiet);border-radius:8px}' +
  '.problem{color:var(--bad);margin-block:0 .25rem}button.danger{background:transparent;border-color:var(--bad);color:var(--bad)}' +
  '.versions{padding-inline-start:1.25rem}.versions p{margin-block-end:.5rem}.entries{list-style:none;padding:0}.entries li{margin-block-end:.5rem}' +
  'code{font-size:.875rem;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0}' +
  '.back{margin-block:1.5rem 0}'
