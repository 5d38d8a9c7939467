import { readTime } from '../fields.ts'
import type { RefundedUnits, Shipment } from './bought.ts'
import { type Connection, toItsEnd } from './catalogue.ts'
import { moreRefundLines, orderFulfillments, orderRefunds } from './documents.ts'
import type { Client } from './graphql/client.ts'

type RefundLine = { quantity?: unknown; restockType?: unknown; lineItem?: { id?: unknown } | null }
type Refund = { id: string; createdAt?: unknown; refundLineItems: Connection<RefundLine> }
type Fulfillment = {
  status?: unknown
  createdAt?: unknown
  fulfillmentLineItems: Connection<{ lineItem?: { id?: unknown } | null }>
}
export type TakenOut = { refunded: readonly RefundedUnits[]; shipments: readonly Shipment[] }

const mayLack = { mayLack: true }

export async function findTakenOut(orderId: string, client: Client): Promise<TakenOut> {
  const { order } = await client.ask<{ order: { refunds: Refund[] } | null }>(orderRefunds, { id: orderId }, mayLack)
  const refunded: RefundedUnits[] = []
  for (const { id, createdAt, refundLineItems } of order?.refunds ?? []) {
    const lines = await toItsEnd(refundLineItems, async (after) => {
      const { refund } = await client.ask<{ refund: Pick<Refund, 'refundLineItems'> | null }>(moreRefundLines, {
        id,
        after,
      })
      return refund?.refundLineItems
    })
    for (const { quantity, restockType, lineItem } of lines)
      refunded.push({
        lineId: String(lineItem?.id),
        quantity: Number.isSafeInteger(quantity) ? (quantity as number) : 0,
        restockType: String(restockType),
        at: readTime(createdAt),
      })
  }
  const isClear = refunded.every(({ restockType }) => restockType === 'RETURN' || restockType === 'CANCEL')
  return { refunded, shipments: isClear ? [] : await findShipments(orderId, client) }
}

async function findShipments(id: string, client: Client): Promise<Shipment[]> {
  const { order } = await client.ask<{ order: { fulfillments: Fulfillment[] } | null }>(
    orderFulfillments,
    { id },
    mayLack,
  )
  return (order?.fulfillments ?? [])
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ createdAt, fulfillmentLineItems: { nodes, pageInfo } }) => ({
      at: readTime(createdAt),
      // A parcel with more than twenty lines counts as a parcel with every line of the order.
      lineIds: pageInfo.hasNextPage ? null : new Set(nodes.map(({ lineItem }) => String(lineItem?.id))),
    }))
}
