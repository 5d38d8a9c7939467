// Only submitting the form files an appeal, because scanners follow every link. Each decision accepts one appeal. The page
// works without scripts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { type Note, textsIn } from '#locales/texts.ts'
import { isClosing } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { renderMarkdown } from '#platform/files/markdown.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { chooseDirection, type Page, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { AppError, notFound } from '#platform/values/errors.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { first } from '../policies/rules.ts'
import type { Policy } from '../policies/schema.ts'
import * as policies from '../policies/store.ts'
import { fileAppeal, findLink, readRejected } from './commands.ts'
import { readStatement } from './rules.ts'
import { limits } from './schema.ts'
import type { Link, RejectedReview } from './store.ts'

const page = {
  path: '/a/:token',
  limit: 'address',
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    const texts = textsIn('link-pages', language)
    return notePage(language, error.status, error.status === 404 ? texts.gone : texts.failed)
  },
} satisfies Partial<PageRoute>

export const appealPages: readonly PageRoute[] = [
  { ...page, id: 'evidence.appeal_page', method: 'GET', handle: show },
  { ...page, id: 'evidence.file_appeal', method: 'POST', handle: take },
]

type Visit = { link: Link; rejected: RejectedReview; policy: Policy; language: string; action: string }

async function loadVisit({ db, services }: Kernel, request: FastifyRequest): Promise<Visit> {
  const now = services.clock.now()
  const { token } = request.params as { token: string }
  const link = await findLink(db, token, now)
  if (!link) throw notFound('link')
  const found = await db.store(link, 'read', (tx) => readWithPolicy(tx, link.rejectionId))
  if (!found) throw notFound('link')
  const language = languageOf(found.rejected.locale, request.headers['accept-language'])
  return { ...found, link, language, action: `/a/${token}` }
}

async function readWithPolicy(tx: StoreReads, rejectionId: string) {
  const rejected = await readRejected(tx, rejectionId)
  if (!rejected) return undefined
  const { policyVersion } = rejected
  const policy = policyVersion === null ? await policies.findInForce(tx) : await policies.find(tx, policyVersion)
  return { rejected, policy: policy ?? first }
}

async function show(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visit = await loadVisit(kernel, request)
  const closed = await closedNote(kernel, visit)
  return closed ? sendPage(reply, closed) : sendPage(reply, await shownPage(kernel, visit))
}

async function take(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visit = await loadVisit(kernel, request)
  const closed = await closedNote(kernel, visit)
  if (closed) return sendPage(reply, closed)
  const { link, language } = visit
  const texts = textsIn('appeals', language)
  const sent = statementIn(request)
  try {
    const statement = readStatement(sent)
    await kernel.db.store(link, 'write', (tx) => fileAppeal(tx, link.rejectionId, statement))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 400) {
      const problem = fill(texts.problem, { n: limits.statement.toLocaleString(language) })
      return sendPage(reply, await shownPage(kernel, visit, { status: 400, problem, sent }))
    }
    if (error.status !== 409) throw error
    return sendPage(reply, notePage(language, 409, error.code === 'already_appealed' ? texts.twice : texts.changed))
  }
  return sendPage(reply, notePage(language, 200, texts.done))
}

function statementIn({ body, headers }: FastifyRequest): unknown {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : undefined
  if (text === undefined) return (body as { statement?: unknown } | null | undefined)?.statement
  if (!String(headers['content-type'] ?? '').startsWith('application/json'))
    return new URLSearchParams(text).get('statement') ?? undefined
  try {
    return (JSON.parse(text) as { statement?: unknown } | null)?.statement
  } catch {
    return undefined
  }
}

async function closedNote({ db, services }: Kernel, { link, language }: Visit): Promise<Page | undefined> {
  const { lapsed } = decideSubscriptionState(link, services.clock.now(), services.config.billing)
  if (lapsed || (await isClosing(db, link.organizationId)))
    return notePage(language, 403, textsIn('link-pages', language).closed)
}

type Again = { status: number; problem: string; sent: unknown }

async function shownPage({ services }: Kernel, visit: Visit, again?: Again): Promise<Page> {
  const { link, rejected, language } = visit
  const texts = textsIn('appeals', language)
  if (
    rejected.appeal === 'overturned' ||
    (rejected.appeal === null && (rejected.endedAt || rejected.status !== 'rejected'))
  )
    return notePage(language, 200, rejected.appeal === 'overturned' ? texts.overturned : texts.changed)
  const product = isolated(rejected.productTitle ?? texts.nameless)
  const said = fill(texts.text, { store: isolated(link.storeName), product })
  const stars = fill(textsIn('review-form', language).starsOf, { n: rejected.rating })
  const own = { storeEnvId: link.storeEnvId, media: services.media }
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${texts.heading}</h1><p>${said}</p>
<h2>${texts.reason}</h2><p>${texts.reasons[rejected.reason ?? 'unspecified']}</p>
<blockquote dir="auto"><p>${stars}</p>${rejected.addressProven && renderWords(rejected)}</blockquote>
${below(visit, again)}
<details><summary>${fill(texts.policy, { n: visit.policy.version })}</summary><div class="policy" dir="auto">${raw(
    renderMarkdown(visit.policy.text, own),
  )}</div></details></div></main>`
  return { title: texts.heading, locale: language, status: again?.status ?? 200, style: pageStyle, body }
}

/**
 * Shown only to authors with a verified address. Otherwise the owner of the address would see a stranger's text as
 * their own.
 */
const renderWords = ({ title, body }: RejectedReview): Html =>
  html`${title && html`<p><strong>${title}</strong></p>`}<p class="said">${body}</p>`

function below({ rejected, language, action }: Visit, again: Again | undefined): Html {
  const texts = textsIn('appeals', language)
  if (rejected.appeal !== null) {
    const { heading, text } = rejected.appeal === 'open' ? texts.waiting : texts.upheld
    return html`<h2>${heading}</h2><p>${fill(text, { date: dayIn(rejected, language) })}</p>`
  }
  const typed = typeof again?.sent === 'string' ? again.sent : ''
  const error = again && html`<p id="problem" class="problem" role="alert">${again.problem}</p>`
  const described = again ? 'hint problem' : 'hint'
  return html`<form method="post" action="${action}"><label for="statement">${texts.ask}</label>
<p id="hint" class="quiet">${texts.hint}</p>${error}
<textarea id="statement" name="statement" rows="6" maxlength="${limits.statement}" required dir="auto" aria-describedby="${described}"${
    again ? raw(' aria-invalid="true"') : ''
  }>${typed}</textarea>
<div class="actions"><button type="submit">${texts.button}</button></div></form>`
}

const dayIn = ({ dueAt, timezone }: RejectedReview, language: string): string =>
  dueAt === null ? '' : new Date(dueAt).toLocaleDateString(language, { dateStyle: 'long', timeZone: timezone })

function notePage(language: string, status: number, { heading, text }: Note): Page {
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${heading}</h1><p>${text}</p></div></main>`
  return { title: heading, locale: language, status, style: pageStyle, body }
}

const pageStyle =
  'h2{font-size:1rem;margin-block:1.5rem .25rem}.card>p:last-child{margin:0}label{font-weight:600;display:block;margin-block-start:1.5rem}' +
  'blockquote{margin:1.25rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}blockquote p:last-child{margin:0}' +
  '.said{white-space:pre-line}textarea{font:inherit;color:inherit;background:var(--page);inline-size:100%;padding:.75rem;' +
  'border:1px solid var(--quiet);border-radius:8px}.problem{color:var(--bad)}form p{margin-block:.25rem .5rem}' +
  'details{margin-block-start:2rem;border-block-start:1px solid var(--line);padding-block-start:1rem}summary{cursor:pointer;min-block-size:24px}' +
  '.policy h1{font-size:1.25rem;margin-block-start:1rem}.policy h2{font-size:1.0625rem}'
