import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { StoreTx } from '#platform/db/db.ts'
import { maxPhotoBytes } from '#platform/files/images/processing.ts'
import { readIncoming } from '#platform/http/call.ts'
import { withBytes, withForm } from '#platform/http/receive/form.ts'
import { readJson } from '#platform/http/receive/json.ts'
import { retryTransient } from '#platform/process/retry.ts'
import { invalid, invalidField } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { findOffersOfOrder } from '#resources/review-incentives/offers/commands.ts'
import { recordFormOpened } from '#resources/review-requests/commands.ts'
import { readShopQuestion } from '#resources/review-requests/form-links/commands.ts'
import { alreadyReviewed } from '#resources/reviews/rules.ts'
import { type Form, type SubmissionResult, submitForm } from '#resources/reviews/submissions/commands.ts'
import { receiveUpload } from '#resources/uploads/commands.ts'
import { type FormVisit, languageIn, loadProduct, readOrder } from './hosted-visit.ts'
import { ofShop, prepareForm } from './prepare-form.ts'
import { minMs } from './rules.ts'
import { HostedReview, Opening, shopId } from './schema.ts'

export async function answerOpen(
  visit: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { kernel, link } = visit
  const { productId, rating } = hasBody(request) ? await readBody(request, opening) : {}
  await kernel.db.store(link, 'write', (tx) => recordFormOpened(tx, { orderId: link.orderId, productId, rating }))
  return reply.code(204).send()
}

export async function answerUpload(
  visit: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const limits = { maxFiles: 1, maxFileBytes: maxPhotoBytes }
  const photo = await withForm(readIncoming(request), limits, async ({ files: [file] }) => {
    if (!file) throw invalidField('/file', 'is missing')
    return takePhoto(visit, file.bytes)
  })
  return reply.code(201).send(photo)
}

/** Limits each link, so that no link uses up the store's uploads. The limit is enough for an order of a dozen products. */
const photosOfLink = parseRateLimits('60/1h')

export async function takePhoto({ kernel: { db, services }, link }: FormVisit, bytes: Buffer) {
  await services.actionLimits.spend('photos', link.storeEnvId, link.orderId, photosOfLink)
  return receiveUpload({ db, services, scope: link, source: 'form' }, bytes)
}

export async function answerReview(
  visit: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = await readBody(request, review)
  if (!sent.consent) throw invalidField('/consent', 'must be true: without consent nothing is published')
  const wishes = request.headers['accept-language']
  const { id } = await submit(visit, { ...sent, wishes }, sent.isOpenTold === true ? undefined : {})
  return reply.code(201).send({ id, status: 'pending', verification: 'verified' })
}

export type SentReview = Pick<
  HostedReview,
  | 'productId'
  | 'rating'
  | 'title'
  | 'body'
  | 'authorName'
  | 'photoIds'
  | 'attributes'
  | 'relationship'
  | 'startedAt'
  | 'homepage'
> & {
  wishes: string | undefined
}

export type ClickedStar = { rating?: number | undefined }

export async function submit(
  visit: FormVisit,
  sent: SentReview,
  opening: ClickedStar | undefined,
): Promise<SubmissionResult> {
  const { kernel, link } = visit
  // The first validation finds errors, which need no delay. The second one, in the write transaction, determines the stored
  // values.
  const { begunAt } = await kernel.db.store(link, 'read', (tx) => prepare(tx, visit, sent))
  await delayQuickSubmission(begunAt, kernel.services.clock.now())
  return retryTransient(() =>
    kernel.db.store(link, 'write', async (tx) => {
      const form = await prepare(tx, visit, sent)
      // Records the opening before the review, because a star that is clicked after the review does not count.
      if (opening) await recordFormOpened(tx, { orderId: link.orderId, productId: sent.productId, ...opening })
      return submitForm(tx, kernel.services, form)
    }),
  )
}

async function prepare(tx: StoreTx, visit: FormVisit, sent: SentReview): Promise<Form> {
  const { link, kernel } = visit
  const { secrets, config } = kernel.services
  const order = await readOrder(tx, visit)
  const language = languageIn(order, sent.wishes)
  const form = {
    source: 'email_form',
    sentBy: { author: 'proven' },
    address: visit.address,
    store: { name: link.storeName, url: link.origins[0] ?? null },
    scope: link.orderId,
    authorEmail: order.email,
    locale: null,
    language,
  } as const
  if (sent.productId === shopId) {
    const question = await readShopQuestion(tx, link.orderId)
    if (question?.reviewed) throw alreadyReviewed('This order already has a review of the shop. Thank you!')
    const reviewed = { ...ofShop.reviewed, orderId: link.orderId }
    return prepareForm(tx, secrets, sent, { ...form, ...ofShop, reviewed, findOffer: async () => undefined })
  }
  const product = loadProduct(order, sent.productId)
  if (product.reviewed) throw alreadyReviewed('This order already has a review of this product. Thank you!')
  return prepareForm(tx, secrets, sent, {
    ...form,
    product: sent.productId.toLowerCase(),
    reviewed: { productId: product.id, orderId: link.orderId },
    findOffer: async () => (await findOffersOfOrder(tx, config.billing, link.orderId, [product.id])).get(product.id),
  })
}

/** Delays the response instead of refusing it, because a quick submission is mostly an autofill by the link's owner. */
async function delayQuickSubmission(begunAt: Date | undefined, now: Date): Promise<void> {
  const age = begunAt === undefined ? 0 : now.getTime() - begunAt.getTime()
  if (age < minMs) await pause(Math.min(minMs, minMs - age))
}

const maxBytes = 256 * 1024

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The validators are compiled once, because compilation would dominate the time of a request. */
const opening = Compile(Opening)
const review = Compile(HostedReview)

type Validator<T> = { Check(value: unknown): value is T; Errors(value: unknown): Iterable<unknown> }

async function readBody<T>(request: FastifyRequest, schema: Validator<T>): Promise<T> {
  const bytes = await withBytes(readIncoming(request), maxBytes, async (all) => all)
  const body = readJson(bytes, request.headers['content-type'])
  if (schema.Check(body)) return body
  const paths = [...new Set([...schema.Errors(body)].flatMap(listErrorPaths))]
  throw invalid(
    'The body does not fit.',
    paths.map((path) => ({ path, message: 'does not fit' })),
  )
}

type SchemaError = { instancePath: string; keyword: string; params: Record<string, unknown> }

const listErrorPaths = (error: unknown): string[] => {
  const { instancePath, keyword, params } = error as SchemaError
  return keyword === 'required'
    ? (params.requiredProperties as string[]).map((name) => `${instancePath}/${name}`)
    : [instancePath]
}
