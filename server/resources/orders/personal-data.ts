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
      shape: CustomerOrder,
      isActivity: true,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
    {
      name: 'requests',
      shape: CustomerRequest,
      isActivity: true,
      list: (tx, { email }, limit) => listRequestsOf(tx, email, limit),
    },
  ],
  lock: lockSweeps,
  counts: ['ordersAnonymized'],
  erase: async (tx, { email }) => ({ ordersAnonymized: await eraseBuyer(tx, email) }),
}
