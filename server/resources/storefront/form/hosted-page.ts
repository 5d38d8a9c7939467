// The page itself, and the form as a browser without scripts sends it: fields and photos at once, answered with a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors.ts'
import { type Form, withForm } from '#platform/http/form.ts'
import { isUuid } from '#platform/ids.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import type { FormOrder } from '#resources/orders/form-links/commands.ts'
import { recordFormOpened } from '#resources/orders/review-requests/commands.ts'
import { readUploads } from '#resources/uploads/commands.ts'
import {
  hasProblems,
  limits,
  type Photo,
  type Problem,
  type Problems,
  problemsOf,
  problemWithPhoto,
  type Values,
} from '../../../../widgets/review-form/model.ts'
import { languageOf } from '../../../../widgets/review-form/texts.ts'
import { answerOpen, type Opened, submit, takePhoto } from './hosted-calls.ts'
import { incomingOf, productOf, readOrder, type Visit } from './hosted-visit.ts'
import { type Look, type Sent, sendFormPage, sendNote } from './page.ts'
import { pageTextsIn } from './page-texts.ts'
import { startOf } from './rules.ts'

type Shown = { status?: number; sent?: Sent; done?: string | undefined; isOpened?: boolean }

export async function answerPage(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { done } = request.query as Record<string, unknown>
  return show(visit, request, reply, { done: typeof done === 'string' && isUuid(done) ? done : undefined })
}

async function show(
  { kernel, link, url }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
): Promise<FastifyReply> {
  const { services, db } = kernel
  const { order, look } = await db.store(link, 'read', async (tx) => {
    const found = await readOrder(tx, { link })
    return { order: found, look: lookOf(await readBranding(tx)) }
  })
  const language = languageIn(order, request)
  const { status, sent, isOpened = false, done } = shown
  if (order.products.length === 0) return sendNote(reply, { language, status: 200, note: pageTextsIn(language).empty })
  return sendFormPage(reply, {
    url,
    language,
    store: { name: link.storeName, url: link.origins[0] ?? null },
    look,
    order,
    chosen: chosenIn(request, order),
    sent,
    done,
    isOpened,
    status: status ?? 200,
    startedAt: startOf(services.secrets, link.orderId, services.clock.now()),
    draftKeyOf: (productId) => services.secrets.tokenFor(`draft ${link.orderId} ${productId}`).slice(0, 16),
    scriptUrl: `/widgets/v1/review-form.js?v=${services.config.version}`,
  })
}

/** The buyer's own, as the shop has it; else the browser's. */
const languageIn = (order: FormOrder, request: FastifyRequest) =>
  languageOf(order.locale, request.headers['accept-language'])

function lookOf({ logoUrl, colors, updatedAt }: Awaited<ReturnType<typeof readBranding>>): Look {
  // Who never chose gets the page's own colours, which know light and dark.
  if (updatedAt === null) return { logoUrl }
  const { button, buttonText, link } = colors
  return { logoUrl, colors: { button, buttonText, link } }
}

function chosenIn(request: FastifyRequest, order: FormOrder) {
  const { product, rating } = request.query as Record<string, unknown>
  const productId = order.products.find(({ id }) => id === String(product).toLowerCase())?.id
  return { productId, rating: starOf(rating) }
}

const starOf = (text: unknown): number | undefined => (/^[1-5]$/.test(String(text)) ? Number(text) : undefined)

/** One file more than fit, by which it is seen that there were too many. */
const formLimits = {
  mostFiles: limits.photos + 1,
  mostFileBytes: limits.photoBytes,
  mostFieldBytes: 2 * 1024 * 1024,
  keepsFields: true,
} as const

export async function answerForm(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Whoever posts to the page itself and sends no form tells that it is looked at.
  if (!/^(multipart\/|application\/x-www-form-urlencoded)/i.test(request.headers['content-type'] ?? ''))
    return answerOpen(visit, request, reply)
  return withForm(incomingOf(request), formLimits, async (form) => {
    const { sent, removed } = await readSent(visit, form)
    const isOpened = form.fields.get('isOpened') === 'yes'
    const opening = { rating: starOf(form.fields.get('clickedRating')) }
    if (removed) return show(visit, request, reply, { sent, isOpened })
    const again = async (problems: Problems, status = 400) => {
      if (!isOpened) await noteOpened(visit, opening)
      return show(visit, request, reply, { status, sent: { ...sent, problems }, isOpened: true })
    }
    if (hasProblems(sent.problems)) return again(sent.problems)
    try {
      await submit(
        visit,
        { ...reviewOf(sent, form), wishes: request.headers['accept-language'] },
        isOpened ? undefined : opening,
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.status === 409) return show(visit, request, reply, { status: 409, isOpened: true })
      const problem = problemIn(error)
      if (problem) return again(problem)
      throw error
    }
    return reply.redirect(`${visit.url}?done=${sent.productId}`, 303)
  })
}

const noteOpened = ({ kernel, link }: Visit, opening: Opened) =>
  kernel.db.store(link, 'write', (tx) => recordFormOpened(tx, { orderId: link.orderId, ...opening }))

/** Photos are taken before anything is judged: whatever is wrong with the words, nobody has to choose them again. */
async function readSent(visit: Visit, form: Form): Promise<{ sent: Sent; removed: boolean }> {
  const text = (name: string) => form.fields.get(name) ?? ''
  const { db } = visit.kernel
  const order = await db.store(visit.link, 'read', (tx) => readOrder(tx, visit))
  const { id: productId } = productOf(order, text('productId'))
  const values: Values = {
    rating: Number(text('rating').replace(/\D/g, '')) || 0,
    title: text('title'),
    body: text('body').replace(/\r\n?/g, '\n'),
    authorName: text('authorName'),
    authorEmail: '',
    // A box that is ticked; browsers of people send the page's own word.
    consent: /^(yes|on|true|1)$/i.test(text('consent')),
    homepage: text('homepage'),
  }
  const remove = form.fields.get('withoutPhoto')
  const { photos, problem } = await takePhotos(visit, form, remove)
  const problems: Problems = { ...problemsOf(values, { needsEmail: false }), ...(problem && { photos: problem }) }
  const removed = remove !== undefined
  return { sent: { productId, values, photos, problems: removed ? {} : problems }, removed }
}

async function takePhotos(visit: Visit, form: Form, remove: string | undefined) {
  const { kernel, link } = visit
  const { db, services } = kernel
  const ids = [...form.fields].flatMap(([name, id]) =>
    /^photoId\d$/.test(name) && isUuid(id) && id !== remove ? id : [],
  )
  const kept = await db.store(link, 'read', (tx) => readUploads(tx, services.media, [...new Set(ids)]))
  const photos: Photo[] = kept.map(toPhoto)
  let problem: Problem | undefined = kept.length < ids.length ? 'photoFailed' : undefined
  for (const { bytes, isTooLarge } of form.files) {
    if (photos.length >= limits.photos) problem = 'photoMany'
    else if (isTooLarge) problem = 'photoSize'
    else {
      const taken = await takePhoto(visit, bytes).catch(problemWith)
      if (typeof taken === 'string') problem = taken
      else photos.push(toPhoto(taken))
    }
  }
  return { photos, problem }
}

const toPhoto = ({ id, thumbUrl }: { id: string; thumbUrl: string }): Photo => ({ id, url: thumbUrl })

function problemWith(error: unknown): Problem {
  if (!(error instanceof AppError)) return 'photoFailed'
  return error.status === 429 ? 'tooMany' : problemWithPhoto(error.extra?.reason)
}

const reviewOf = ({ productId, values, photos }: Sent, form: Form) => ({
  productId,
  rating: values.rating ?? 0,
  title: values.title ?? '',
  body: values.body ?? '',
  authorName: values.authorName ?? '',
  homepage: values.homepage ?? '',
  photoIds: photos.map(({ id }) => id),
  startedAt: form.fields.get('startedAt') ?? '',
})

/** What only the service could see, at the field it concerns. */
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
