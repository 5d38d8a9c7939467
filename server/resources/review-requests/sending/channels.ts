// Channels for requests: our own mail, or the store's email marketing provider.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { findSender, queueProviderEvent } from '#resources/connectors/commands.ts'
import { queueMessages } from '#resources/email/commands.ts'
import type { StoreFacts } from '#resources/email/sending/pacing-rules.ts'
import { promiseOffers } from '#resources/review-incentives/offers/commands.ts'
import { createFormLinks } from '../form-links/commands.ts'
import { mailData, providerProperties, type RequestContent } from './mail.ts'

export type OutgoingRequest = Omit<RequestContent, 'token' | 'offers'> & { email: string; key: string }
export type Channel = { name: string; connectionId: string | null }

const usualLocale = 'en'

export async function findChannel(tx: StoreTx, provider: string): Promise<Channel | undefined> {
  if (provider === 'evident') return { name: 'evident', connectionId: null }
  const sender = await findSender(tx, provider)
  return sender && { name: sender.provider, connectionId: sender.id }
}

/** Returns ids of requests accepted now, and of those accepted before under the same key. */
export async function sendThrough(
  tx: StoreTx,
  { secrets, origin, config }: Services,
  { connectionId }: Channel,
  ready: readonly OutgoingRequest[],
  store: Pick<StoreFacts, 'name' | 'origins'>,
): Promise<{ handed: string[]; refused: string[] }> {
  const tokens = await createFormLinks(
    tx,
    secrets,
    ready.map(({ due }) => ({ requestId: due.id, orderId: due.orderId })),
  )
  const offers = await promiseOffers(
    tx,
    config.billing,
    ready.map(({ due, products }) => ({ orderId: due.orderId, productIds: products.map(({ id }) => id) })),
  )
  const asks = ready.map((request) => ({
    ...request,
    token: tokens.get(request.due.id) ?? '',
    offers: offers.get(request.due.orderId),
  }))
  const isNew =
    connectionId === null
      ? (
          await queueMessages(
            tx,
            secrets,
            asks.map((ask) => messageOf(ask, store, origin)),
          )
        ).map((queued) => queued.isNew)
      : await queueEvents(tx, secrets, connectionId, asks, store, origin)
  return {
    handed: asks.flatMap(({ due }, i) => (isNew[i] ? [due.id] : [])),
    refused: asks.flatMap(({ due }, i) => (isNew[i] ? [] : [due.id])),
  }
}

type AddressedRequest = OutgoingRequest & Pick<RequestContent, 'token' | 'offers'>

const messageOf = (ask: AddressedRequest, store: Pick<StoreFacts, 'name' | 'origins'>, origin: string) => ({
  template: ask.reminder === 0 ? 'review_request' : 'review_reminder',
  to: { email: ask.email, name: ask.due.customerName },
  locale: ask.due.locale ?? usualLocale,
  category: 'review_requests' as const,
  key: ask.key,
  data: mailData(ask, store, origin),
  orderId: ask.due.orderId,
  requestId: ask.due.id,
})

async function queueEvents(
  tx: StoreTx,
  secrets: Services['secrets'],
  connectionId: string,
  asks: readonly AddressedRequest[],
  store: Pick<StoreFacts, 'name' | 'origins'>,
  origin: string,
): Promise<boolean[]> {
  const isNew: boolean[] = []
  for (const ask of asks) {
    const { due, email, key, reminder } = ask
    const kind = reminder === 0 ? ('review_request_ready' as const) : ('review_request_reminder' as const)
    const contact = { email, name: due.customerName, locale: due.locale }
    const properties = providerProperties(ask, store, origin)
    isNew.push(
      await queueProviderEvent(tx, secrets, {
        ...{ connectionId, kind, contact, properties },
        eventId: key,
        occurredAt: tx.now,
        requestId: due.id,
      }),
    )
  }
  return isNew
}
