import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { type MessageKind, queueMessage } from '#resources/email/commands.ts'
import type { ReviewFacts } from '../create-review.ts'
import { maxMailsPerDay } from './confirmation-commands.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export const buyersOnlyMail: MessageKind = { template: 'review_buyers_only' }

type ReceivedForm = {
  submission: { authorEmail: string }
  language: string | undefined
  store: { name: string; url: string | null }
}

/** The mail contains no typed text, because anybody can type in an email address. */
export async function mailBuyersOnly(
  tx: StoreTx,
  { secrets }: Pick<Services, 'secrets'>,
  { submission: { authorEmail: email }, language, store: shop }: ReceivedForm,
  { product_title: title, product_image_url: imageUrl }: ReviewFacts,
): Promise<void> {
  const since = new Date(tx.now.getTime() - dayMs)
  if ((await store.countMails(tx, email, buyersOnlyMail.template, since)) >= maxMailsPerDay) return
  await queueMessage(tx, secrets, {
    template: buyersOnlyMail.template,
    to: { email },
    locale: language ?? 'en',
    category: 'transactional',
    key: `${buyersOnlyMail.template}:${newId(tx.now.getTime())}`,
    data: { store: shop, product: { title, imageUrl }, receiptUrl: '' },
  })
}
