// The Shop app shows a review only with the customer of its order. We read the customers' ids from Shopify when we
// write or compare reviews, and store none of them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ShopFailure } from '../../shop.ts'
import type { Client } from '../graphql/client.ts'
import { customersOfOrders } from './documents.ts'
import { lacksScope } from './ratings.ts'

type OrderNode = { id?: string; customer?: { id: string } | null } | null

/**
 * Returns the customers' ids by the orders' ids. Leaves out orders without a customer, and all orders if the app lacks the
 * scope `read_customers`.
 */
export async function readCustomers(client: Client, orders: readonly string[]): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  try {
    const { nodes } = await client.ask<{ nodes: OrderNode[] }>(customersOfOrders, { ids: [...new Set(orders)] })
    return new Map(nodes.flatMap((node) => (node?.id && node.customer ? [[node.id, node.customer.id] as const] : [])))
  } catch (error) {
    // Shopify answers a missing scope like a refused token.
    const isRefused = error instanceof ShopFailure && error.code === 'credentials_refused'
    if (isRefused && (await lacksScope(client, 'read_customers'))) return new Map()
    throw error
  }
}

/** Orders that are asked for in the same turn of the event loop share one query. */
export function createCustomerReader(client: Client): (order: string) => Promise<string | undefined> {
  let waiting: { orders: Set<string>; found: Promise<Map<string, string>> } | undefined
  const begin = () => {
    const orders = new Set<string>()
    const found = nextTurn().then(() => {
      waiting = undefined
      return readCustomers(client, [...orders])
    })
    return { orders, found }
  }
  return async (order) => {
    waiting ??= begin()
    waiting.orders.add(order)
    return (await waiting.found).get(order)
  }
}
