import type { StoreFacts } from '#resources/email/sending/pacing-rules.ts'
import { parseFirstName } from '#resources/review-requests/sending/rules.ts'
import type { Addressee, DueRun, MailRow } from './store.ts'

export const template = 'sequence_mail'
/** Language of the unsubscribe page if the reader's language is unknown. The mail's language depends on its texts. */
const usualLocale = 'en'

type Shop = Pick<StoreFacts, 'name' | 'origins'>

export const buildData = (
  {
    name,
    orderNumber,
    placedAt,
    total,
    currency,
    products,
    review,
    tier,
    points,
  }: Omit<MailRow, 'id' | 'orderId' | 'locale'>,
  shop: Shop,
) => ({
  store: { name: shop.name, url: shop.origins[0] ?? null },
  customer: { name, firstName: parseFirstName(name) },
  order: { number: orderNumber, placedAt, total, currency },
  products: products ?? [],
  review: { title: review?.title ?? null, body: review?.body ?? null, rating: review?.rating ?? null },
  member: { tier, points },
})

/** Builds a message without text. The text is read when the message is sent. */
export const buildMessage = (run: DueRun, step: number, mail: Addressee) => ({
  template,
  to: { email: run.email, name: mail.name },
  locale: mail.locale ?? usualLocale,
  category: 'sequences' as const,
  key: keyOf({ runId: run.id, step }),
  orderId: mail.orderId,
  reviewId: run.reviewId,
  data: {},
})

export type HandedMail = { runId: string; step: number }

const keyStart = 'sequence:'

const keyOf = ({ runId, step }: HandedMail): string => `${keyStart}${runId}:${step}`

export function handedBy(key: string): HandedMail {
  const [runId = '', step = ''] = key.slice(keyStart.length).split(':')
  return { runId, step: Number(step) }
}
