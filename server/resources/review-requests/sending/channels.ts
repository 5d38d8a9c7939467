import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { findSender, queueProviderEvent } from '#resources/connectors/commands.ts'
import { queueMessages } from '#resources/email/commands.ts'
import type { StoreFacts } from '#resources/email/sending/pacing-rules.ts'
import { promiseOffers } from '#resources/review-incentives/offers/commands.ts'
import { createFormLinks } from '../form-links/commands.ts'
import type { StoreTerms } from './facts.ts'
import { mailData, providerProperties, type RequestContent, usualLocale } from './mail.ts'
import type { OutgoingRequest } from './rules.ts'

type Ask = OutgoingRequest & Pick<RequestContent, 'token' | 'offers'>
type Shop = Pick<StoreFacts, 'name' | 'origins'>

type Channel = {
  name: string
  /** Returns false for each request whose key was already queued. */
  queue(tx: StoreTx, services: Services, asks: readonly Ask[], shop: Shop): Promise<boolean[]>
}

const ownMail: Channel = {
  name: 'evident',
  async queue(tx, { secrets, origin }, asks, shop) {
    const messages = asks.map((ask) => ({
      template: ask.reminder === 0 ? 'review_request' : 'review_reminder',
      to: { email: ask.email, name: ask.due.customerName },
      locale: ask.due.locale ?? usualLocale,
      category: 'review_requests' as const,
      key: ask.key,
      data: mailData(ask, shop, origin),
      orderId: ask.due.orderId,
      requestId: ask.due.id,
    }))
    return (await queueMessages(tx, secrets, messages)).map((queued) => queued.isNew)
  },
}

const providerEvents = (name: string, connectionId: string): Channel => ({
  name,
  async queue(tx, { secrets, origin }, asks, shop) {
    const isNew: boolean[] = []
    for (const ask of asks) {
      const { due, email, key, reminder } = ask
      const event = {
        ...{ connectionId, eventId: key, occurredAt: tx.now, requestId: due.id },
        kind: reminder === 0 ? ('review_request_ready' as const) : ('review_request_reminder' as const),
        contact: { email, name: due.customerName, locale: due.locale },
        properties: providerProperties(ask, shop, origin),
      }
      isNew.push(await queueProviderEvent(tx, secrets, event))
    }
    return isNew
  },
})

async function findChannel(tx: StoreTx, provider: string): Promise<Channel | undefined> {
  if (provider === 'evident') return ownMail
  const sender = await findSender(tx, provider)
  return sender && providerEvents(sender.provider, sender.id)
}

/** `handed` contains the requests accepted now. `refused` contains those whose key was accepted before. */
export type SentRequests = { channel: string; handed: string[]; refused: string[] }

/** Returns undefined, and sends nothing, if the chosen connection was deleted. */
export async function sendThrough(
  tx: StoreTx,
  services: Services,
  { settings, store }: StoreTerms,
  ready: readonly OutgoingRequest[],
): Promise<SentRequests | undefined> {
  if (ready.length === 0) return { channel: settings.provider, handed: [], refused: [] }
  const channel = await findChannel(tx, settings.provider)
  if (!channel) return undefined
  const tokens = await createFormLinks(
    tx,
    services.secrets,
    ready.map(({ due }) => ({ requestId: due.id, orderId: due.orderId })),
  )
  const offers = await promiseOffers(
    tx,
    services.config.billing,
    ready.map(({ due, products }) => ({ orderId: due.orderId, productIds: products.map(({ id }) => id) })),
  )
  const asks = ready.map((request) => ({
    ...request,
    token: tokens.get(request.due.id) ?? '',
    offers: offers.get(request.due.orderId),
  }))
  const isNew = await channel.queue(tx, services, asks, store)
  return {
    channel: channel.name,
    handed: asks.flatMap(({ due }, i) => (isNew[i] ? [due.id] : [])),
    refused: asks.flatMap(({ due }, i) => (isNew[i] ? [] : [due.id])),
  }
}
