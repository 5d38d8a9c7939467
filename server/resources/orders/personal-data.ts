import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseBuyer, lockSweeps } from './commands.ts'
import { CustomerRequest } from './review-requests/schema.ts'
import { listRequestsOf } from './review-requests/store.ts'
import { CustomerOrder } from './schema.ts'
import { listByEmail } from './store.ts'

/** Orders keep totals and products. */
export const personalData: PersonalData = {
  tables: ['orders', 'review_requests'],
  lists: [
    {
      name: 'orders',
      description: 'Orders of the person, newest first.',
      shape: CustomerOrder,
      isActivity: true,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
    {
      name: 'requests',
      description: 'Review requests to the person, newest first.',
      shape: CustomerRequest,
      isActivity: true,
      list: (tx, { email }, limit) => listRequestsOf(tx, email, limit),
    },
  ],
  lock: lockSweeps,
  counts: { ordersAnonymized: 'Number of orders that lost name and email address.' },
  erase: async (tx, { email }) => ({ ordersAnonymized: await eraseBuyer(tx, email) }),
}
