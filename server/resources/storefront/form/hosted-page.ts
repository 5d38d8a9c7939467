import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { readIncoming } from '#platform/http/call.ts'
import { withForm } from '#platform/http/receive/form.ts'
import { sendPage } from '#platform/pages/page.ts'
import { AppError } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { findOffersOfOrder, findShown } from '#resources/review-incentives/offers/commands.ts'
import { type Offer, toShown } from '#resources/review-incentives/offers/rules.ts'
import { recordFormOpened } from '#resources/review-requests/commands.ts'
import { readShopQuestion } from '#resources/review-requests/form-links/commands.ts'
import type { FormOrder } from '#resources/review-requests/form-links/rules.ts'
import { listAskedOfShop, readAsked } from '#resources/reviews/attributes/commands.ts'
import { toAttribute } from '#resources/reviews/attributes/rules.ts'
import { asksRelationship } from '#resources/reviews/submissions/commands.ts'
import { hasProblems, type Problems, toAnswers } from '#widgets/review-form/model.ts'
import { toSettings } from '../settings/rules.ts'
import { find as findSettings } from '../settings/store.ts'
import { answerOpen, type ClickedStar, type SentReview, submit } from './hosted-calls.ts'
import { type FormVisit, isProduct, languageIn as readerIn, readOrder } from './hosted-visit.ts'
import { type FormView, type Look, notePage, sendFormPage } from './page.ts'
import { shownBy, signStart } from './rules.ts'
import { shopId } from './schema.ts'
import { formLimits, readSent, type SentForm } from './sent-form.ts'
import { findUsualDays } from './usual-days-store.ts'

type PageContent = {
  status?: number
  chosen?: ChosenValues
  first?: string | undefined
  sent?: SentForm[]
  done?: string | undefined
  isOpened?: boolean
}
type ChosenValues = FormView['chosen']

export async function answerPage(
  visit: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { done: asked } = request.query as Record<string, unknown>
  const done = typeof asked === 'string' && (isUuid(asked) || asked === shopId) ? asked : undefined
  return show(visit, request, reply, { first: done, done })
}

async function show(
  { kernel, link, url }: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: PageContent,
): Promise<FastifyReply> {
  const { services, db } = kernel
  const { order, shop, look, offers, asked, usualDays, askRelationship, settings } = await db.store(
    link,
    'read',
    async (tx) => {
      const found = await readOrder(tx, { link })
      const ids = found.products.filter(({ reviewed }) => !reviewed).map(({ id }) => id)
      const offered: Map<string, Offer | undefined> = await findOffersOfOrder(
        tx,
        services.config.billing,
        link.orderId,
        ids,
      )
      // A form that is shown again keeps the offer that it showed before.
      for (const { productId, startedAt } of shown.sent ?? []) {
        const before = shownBy(services.secrets, link.orderId, productId, startedAt)
        if (before !== undefined) offered.set(productId, before ? await findShown(tx, before) : undefined)
      }
      const question = await readShopQuestion(tx, link.orderId)
      const ofProducts = await readAsked(tx, ids)
      return {
        order: found,
        shop: question,
        look: toLook(await readBranding(tx)),
        offers: offered,
        asked: question?.asked ? ofProducts.set(shopId, await listOfShop(tx)) : ofProducts,
        usualDays: await findUsualDays(tx),
        askRelationship: await asksRelationship(tx),
        settings: toSettings(await findSettings(tx)).form,
      }
    },
  )
  const language = languageIn(order, request)
  const reader = readerIn(order, request.headers['accept-language'])
  const {
    status,
    chosen = chosenIn(request, order),
    first = chosen?.productId,
    sent = [],
    isOpened = false,
    done,
  } = shown
  if (order.products.length === 0)
    return sendPage(reply, notePage({ language, status: 200, note: textsIn('hosted-form', language).empty }))
  return sendFormPage(reply, {
    url,
    language,
    store: { name: link.storeName, url: link.origins[0] ?? null },
    look,
    order,
    shop,
    chosen,
    first,
    sent,
    done,
    isOpened,
    status: status ?? 200,
    offers: new Map([...offers].map(([id, offer]) => [id, offer && toShown(offer, reader)])),
    usualDays,
    askRelationship,
    settings,
    asked: new Map([...asked].map(([id, rows]) => [id, rows.map(toAttribute)])),
    startForm: (product) =>
      signStart(services.secrets, link.orderId, services.clock.now(), { product, offer: offers.get(product) }),
    deriveDraftKey: (productId) => services.secrets.tokenFor(`draft ${link.orderId} ${productId}`).slice(0, 16),
    scriptUrl: `/widgets/v1/review-form.js?v=${services.config.version}`,
  })
}

const listOfShop = async (tx: StoreTx) => (await listAskedOfShop(tx)).map((row) => ({ ...row, productId: shopId }))

/** The buyer's language in the order, otherwise the browser's. */
const languageIn = (order: FormOrder, request: FastifyRequest) =>
  languageOf(order.locale, request.headers['accept-language'])

function toLook({ logoUrl, colors, updatedAt }: Awaited<ReturnType<typeof readBranding>>): Look {
  // If the store chose no colours, the page uses its default colours for light and dark mode.
  if (updatedAt === null) return { logoUrl }
  const { button, buttonText, primary } = colors
  return { logoUrl, colors: { button, buttonText, primary } }
}

function chosenIn(request: FastifyRequest, order: FormOrder): ChosenValues {
  const { product, rating } = request.query as Record<string, unknown>
  const productId = order.products.find(isProduct(String(product)))?.id
  return { productId, rating: parseStars(rating) }
}

const parseStars = (text: unknown): number | undefined => (/^[1-5]$/.test(String(text)) ? Number(text) : undefined)

export async function answerForm(
  visit: FormVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A POST without form data records that the form was opened.
  if (!/^(multipart\/|application\/x-www-form-urlencoded)/i.test(request.headers['content-type'] ?? ''))
    return answerOpen(visit, request, reply)
  const { order, askRelationship } = await visit.kernel.db.store(visit.link, 'read', async (tx) => ({
    order: await readOrder(tx, visit),
    askRelationship: await asksRelationship(tx),
  }))
  return withForm(readIncoming(request), formLimits(order.products.length), async (form) => {
    const { sent, others, isToBeTaken, isOpened, ...said } = await readSent(visit, { order, askRelationship }, form)
    const opening = { rating: parseStars(said.clickedRating) }
    const first = sent?.productId
    if (!sent || !isToBeTaken)
      return show(visit, request, reply, { chosen: opening, first, sent: sent ? [sent, ...others] : others, isOpened })
    const again = async (problems: Problems, status = 400) => {
      if (!isOpened) await noteOpened(visit, opening)
      const kept = [{ ...sent, problems }, ...others]
      return show(visit, request, reply, { status, first, sent: kept, isOpened: true })
    }
    if (hasProblems(sent.problems)) return again(sent.problems)
    try {
      const review = { ...toSentReview(sent), wishes: request.headers['accept-language'] }
      await submit(visit, review, isOpened ? undefined : opening)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.status === 409) return show(visit, request, reply, { status: 409, first, sent: others, isOpened: true })
      const problem = problemIn(error)
      if (problem) return again(problem)
      throw error
    }
    // A redirect would lose the text typed for other products, so this response shows that text again.
    if (others.length > 0) return show(visit, request, reply, { first, sent: others, done: first, isOpened: true })
    return reply.redirect(`${visit.url}?done=${first}`, 303)
  })
}

const noteOpened = ({ kernel, link }: FormVisit, opening: ClickedStar) =>
  kernel.db.store(link, 'write', (tx) => recordFormOpened(tx, { orderId: link.orderId, ...opening }))

const toSentReview = ({ productId, startedAt, values, photos }: SentForm): Omit<SentReview, 'wishes'> => {
  const { rating, title, body, authorName, homepage, answers, relationship } = values
  const photoIds = photos.map(({ id }) => id)
  return {
    ...{ productId, startedAt, rating, title, body, authorName, homepage, photoIds, attributes: toAnswers(answers) },
    ...(relationship && { relationship }),
  }
}

function problemIn({ status, details = [] }: AppError): Problems | undefined {
  if (status !== 400) return undefined
  const [field] = details.map(({ path }) => path.split('/')[1])
  const known: Record<string, Problems> = {
    body: { body: 'bodyMissing' },
    authorName: { authorName: 'nameMissing' },
    photoIds: { photos: 'photoFailed' },
  }
  return known[field ?? ''] ?? { form: 'refused' }
}
