import { internalEvent } from '#platform/events.ts'

/** An order was pushed, new or changed; or, with `onlyAmounts`, what it comes to and nothing else of it. */
export const orderReceived = internalEvent<{
  id: string
  email: string | null
  name: string | null
  onlyAmounts?: true
}>('order.received')

/** Orders were removed, by a push or all at once. */
export const ordersRemoved = internalEvent<{ ids: readonly string[] }>('orders.removed')
