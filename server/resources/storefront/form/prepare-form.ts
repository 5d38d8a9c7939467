import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { findShown } from '#resources/review-incentives/offers/commands.ts'
import type { Offer } from '#resources/review-incentives/offers/rules.ts'
import { readSubmission } from '#resources/reviews/rules.ts'
import type { NewReview, Relationship } from '#resources/reviews/schema.ts'
import type { Form } from '#resources/reviews/submissions/commands.ts'
import { begunAt, shownBy } from './rules.ts'

export type SentForm = Pick<NewReview, 'rating' | 'title' | 'body' | 'authorName' | 'photoIds' | 'attributes'> & {
  relationship?: Relationship | undefined
  startedAt?: string | undefined
  /** The honeypot field, which people do not see. */
  homepage?: string | undefined
}

export type FormOrigin = Pick<Form, 'source' | 'sentBy' | 'address' | 'store'> & {
  /** The id for which the form's start is signed: the order's id or the store's. */
  scope: string
  product: string
  reviewed: Pick<NewReview, 'subject' | 'productId' | 'platformProductId' | 'orderId'>
  authorEmail: string
  locale: string | null | undefined
  /** Language of the author if the submission has no locale. Undefined if unknown. */
  language: string | undefined
  /** Called only if the form has no valid start. */
  findOffer(): Promise<Offer | undefined>
}

/** No product has an empty id, so an offer signed for a product's form is not valid for a review of the shop. */
export const ofShop = { product: '', reviewed: { subject: 'shop' } } as const

export async function prepareForm(tx: StoreTx, secrets: Secrets, sent: SentForm, origin: FormOrigin): Promise<Form> {
  const { rating, title, body, authorName, photoIds = [], attributes, relationship, startedAt, homepage } = sent
  const { scope, reviewed, authorEmail, locale } = origin
  const submission = readSubmission({
    ...reviewed,
    ...{ rating, title, body, authorName, authorEmail, locale },
    ...(attributes && { attributes }),
  })
  return {
    submission: { ...submission, ...(relationship && { relationship }) },
    ...{ source: origin.source, sentBy: origin.sentBy, address: origin.address, store: origin.store },
    photoIds,
    offer: reviewed.subject === 'shop' ? undefined : await findOfferOf(tx, secrets, sent, origin),
    begunAt: begunAt(secrets, scope, startedAt, tx.now),
    language: submission.locale ?? origin.language,
    isSpam: Boolean(homepage?.trim()),
  }
}

async function findOfferOf(
  tx: StoreTx,
  secrets: Secrets,
  { startedAt }: SentForm,
  { scope, product, findOffer }: FormOrigin,
): Promise<Offer | undefined> {
  const shown = shownBy(secrets, scope, product, startedAt)
  return shown === undefined ? findOffer() : shown === null ? undefined : findShown(tx, shown)
}
