// GET records nothing, because scanners follow every link. The forms work without scripts. Links of a lapsed store work too.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { type Note, textsIn } from '#locales/texts.ts'
import { isClosing } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { html } from '#platform/pages/html.ts'
import { notePage } from '#platform/pages/note-page.ts'
import { privateHeaders, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { AppError, notFound } from '#platform/values/errors.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { correct, findReceipt, readOwnReview, readProofFile, withdraw } from './commands.ts'
import { receiptPage } from './page.ts'
import { readWords, type SentWords } from './rules.ts'
import type { Visit } from './visit.ts'

const page = {
  limit: 'address',
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    const texts = textsIn('link-pages', language)
    return notePage(language, error.status, error.status === 404 ? texts.gone : texts.failed)
  },
} satisfies Partial<PageRoute>

export const receiptPages: readonly PageRoute[] = [
  { ...page, id: 'receipts.page', method: 'GET', path: '/w/:token', handle: show },
  { ...page, id: 'receipts.proof', method: 'GET', path: '/w/:token/proofs/:seq.tlog-proof', handle: sendProof },
  { ...page, id: 'receipts.withdraw', method: 'POST', path: '/w/:token/withdraw', handle: takeBack },
  { ...page, id: 'receipts.correct', method: 'POST', path: '/w/:token/correct', handle: change },
]

async function loadVisit({ db, services }: Kernel, request: FastifyRequest): Promise<Visit> {
  const { token } = request.params as { token: string }
  const receipt = await findReceipt(db, token)
  const review =
    receipt && (await db.store(receipt, 'read', (tx) => readOwnReview(tx, receipt.reviewId), { snapshot: true }))
  if (!review) throw notFound('link')
  const language = languageOf(review.locale, request.headers['accept-language'])
  return { receipt, review, language, action: `/w/${token}`, origin: services.origin, now: services.clock.now() }
}

async function show(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendPage(reply, receiptPage(await loadVisit(kernel, request)))
}

async function sendProof({ db }: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, seq } = request.params as { token: string; seq: string }
  const receipt = await findReceipt(db, token)
  const text =
    receipt && (await db.store(receipt, 'read', (tx) => readProofFile(tx, receipt.reviewId, seq), { snapshot: true }))
  if (text === undefined) throw notFound('proof')
  return reply
    .headers({ ...privateHeaders, 'content-disposition': `attachment; filename="${seq}.tlog-proof"` })
    .type('text/plain; charset=utf-8')
    .send(text)
}

async function takeBack(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visit = await loadVisit(kernel, request)
  const { receipt, language } = visit
  await kernel.db.store(receipt, 'write', (tx) => withdraw(tx, receipt.reviewId))
  return answer(reply, visit, 200, textsIn('receipts', language).withdrawn)
}

async function change(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visit = await loadVisit(kernel, request)
  const { receipt, language } = visit
  if (await isClosing(kernel.db, receipt.organizationId))
    return answer(reply, visit, 403, textsIn('link-pages', language).closed)
  const texts = textsIn('receipts', language)
  const sent = wordsIn(request)
  try {
    const words = readWords(sent)
    const result = await kernel.db.store(receipt, 'write', (tx) => correct(tx, receipt, words))
    return answer(reply, visit, 200, texts.corrected[result])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 400)
      return sendPage(reply, receiptPage(visit, { sent, field: error.details?.[0]?.path.slice(1) ?? 'body' }))
    if (error.status !== 409) throw error
    return answer(reply, visit, 409, texts.notCorrectable)
  }
}

function wordsIn({ body }: FastifyRequest): SentWords {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : undefined
  return text === undefined ? ((body as SentWords | null) ?? {}) : Object.fromEntries(new URLSearchParams(text))
}

function answer(reply: FastifyReply, { receipt, language, action }: Visit, status: number, note: Note) {
  const texts = textsIn('receipts', language)
  const [shop] = receipt.origins
  const back = fill(textsIn('link-pages', language).back, { store: isolated(receipt.storeName) })
  const own = note !== texts.withdrawn && html`<p><a href="${action}">${texts.again}</a></p>`
  return sendPage(
    reply,
    notePage(language, status, note, html`${own}${shop && html`<p><a href="${shop}">${back}</a></p>`}`),
  )
}
