import type { Form, FormFile, FormLimits } from '#platform/http/receive/form.ts'
import { AppError } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { mostAttributes } from '#resources/reviews/attributes/schema.ts'
import { readUploads } from '#resources/uploads/commands.ts'
import {
  findProblems,
  limits,
  type Photo,
  type Problem,
  type Problems,
  problemWithPhoto,
  relationships,
  type Values,
} from '#widgets/review-form/model.ts'
import { takePhoto } from './hosted-calls.ts'
import { type FormVisit, loadFormId, type OpenOrder } from './hosted-visit.ts'
import { parseFirstName } from './rules.ts'
import { shopId } from './schema.ts'

export type SentForm = { productId: string; startedAt: string; values: Values; photos: Photo[]; problems: Problems }

/** Limits of a form with this many products and the shop. A field is named `rating`, or `{product's id}.rating`. */
export const formLimits = (products: number): FormLimits => ({
  // Allows more files than a review may have, so that an excess is noticed. An empty file field counts too.
  maxFiles: 60 + (products + 1) * (limits.photos + 1),
  maxFileBytes: limits.photoBytes,
  maxFilesBytes: (limits.photos + 1) * limits.photoBytes,
  maxFields: 40 + (products + 1) * 22,
  maxFieldBytes: 2 * 1024 * 1024,
  maxTextBytes: 32 * 1024 * 1024,
  keepsFields: true,
})

type OpenForm = { order: OpenOrder; askRelationship: boolean }

/**
 * Photos are stored before validation, so that an error does not make people choose them again. `others` are the other
 * products with input.
 */
export async function readSent(visit: FormVisit, { order, askRelationship }: OpenForm, form: Form) {
  const names = [...form.fields.keys()]
  const removal = names.find((name) => /(^|\.)withoutPhoto$/.test(name))
  const pressed = form.fields.get('productId') ?? removal?.split('.')[0]
  const id = pressed && loadFormId(order, pressed)
  const isToBeTaken = id !== undefined && removal === undefined
  const read = (productId: string, plain: boolean) =>
    readProduct(visit, form, { productId, plain, isToBeTaken: plain && isToBeTaken, askRelationship })
  const sent = id ? await read(id, true) : undefined
  const others: SentForm[] = []
  for (const each of [...order.products, { id: shopId, reviewed: false }]) {
    if (each.reviewed || each.id === id || !form.fields.has(`${each.id}.body`)) continue
    const other = await read(each.id, false)
    if (isTouched(other, parseFirstName(order.customerName))) others.push(other)
  }
  const said = (name: string) =>
    form.fields.get(name) ?? form.fields.get(names.find((each) => each.endsWith(`.${name}`)) ?? '') ?? ''
  return {
    sent,
    others,
    isToBeTaken,
    isOpened: said('isOpened') === 'yes',
    clickedRating: said('clickedRating'),
  }
}

type FormQuestions = {
  productId: string
  /** True if field names without a prefix are accepted, as in the form of a single product. */
  plain: boolean
  isToBeTaken: boolean
  askRelationship: boolean
}

async function readProduct(
  visit: FormVisit,
  form: Form,
  { productId, plain, isToBeTaken, askRelationship }: FormQuestions,
): Promise<SentForm> {
  const field = (name: string) => form.fields.get(`${productId}.${name}`) ?? (plain ? form.fields.get(name) : undefined)
  const text = (name: string) => field(name) ?? ''
  const values: Values = {
    rating: Number(text('rating').replace(/\D/g, '')) || 0,
    title: text('title'),
    body: text('body').replace(/\r\n?/g, '\n'),
    authorName: text('authorName'),
    authorEmail: '',
    // True if the box is ticked. The value of a ticked box depends on the page.
    consent: /^(yes|on|true|1)$/i.test(text('consent')),
    homepage: text('homepage'),
    answers: answersIn(form, productId, plain),
    relationship: relationships.find((each) => each === text('relationship')) ?? '',
  }
  const removed = field('withoutPhoto')
  const ids = Array.from({ length: limits.photos }, (_, i) => text(`photoId${i + 1}`)).filter(
    (id) => isUuid(id) && id !== removed,
  )
  const files = form.files.filter(
    (file) => file.field.startsWith(`${productId}.`) || (plain && !file.field.includes('.')),
  )
  const { photos, problem } = await takePhotos(visit, ids, files)
  const wrong = isToBeTaken ? findProblems(values, { needsEmail: false, askRelationship, relationshipField: true }) : {}
  const startedAt = text('startedAt')
  return { productId, startedAt, values, photos, problems: { ...wrong, ...(problem && { photos: problem }) } }
}

function answersIn({ fields }: Form, productId: string, plain: boolean): Values['answers'] {
  const named = [...fields].flatMap(([name, value]) => {
    const [, product, id] = /^(?:(.+)\.)?answer-(.+)$/.exec(name) ?? []
    const isIts = product === undefined ? plain : product === productId
    return isIts && id && isUuid(id) && /^\d$/.test(value) ? [[id, Number(value)] as const] : []
  })
  return Object.fromEntries(named.slice(0, mostAttributes))
}

const isTouched = ({ values, photos, problems }: SentForm, givenName: string): boolean => {
  const { rating, title, body, authorName, consent, homepage, answers } = values
  return Boolean(
    rating ||
      title ||
      body ||
      consent ||
      homepage ||
      Object.keys(answers).length > 0 ||
      authorName !== givenName ||
      photos.length > 0 ||
      problems.photos,
  )
}

async function takePhotos(visit: FormVisit, ids: string[], files: FormFile[]) {
  const { kernel, link } = visit
  const { db, services } = kernel
  const wanted = [...new Set(ids)]
  const kept = wanted.length > 0 ? await db.store(link, 'read', (tx) => readUploads(tx, services.media, wanted)) : []
  const photos: Photo[] = kept.map(toPhoto)
  let problem: Problem | undefined = kept.length < ids.length ? 'photoFailed' : undefined
  for (const { bytes, isTooLarge, isLeftOut } of files) {
    if (photos.length >= limits.photos) problem = 'photoMany'
    else if (isTooLarge) problem = 'photoSize'
    else if (isLeftOut) problem = 'photoFailed'
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
