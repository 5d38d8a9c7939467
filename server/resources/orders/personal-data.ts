import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseBuyer } from './commands.ts'
import { CustomerOrder } from './schema.ts'
import { listByEmail } from './store.ts'

export const personalData: PersonalData = {
  tables: ['orders'],
  lists: [
    {
      name: 'orders',
      description: 'Orders of the person, newest first.',
      shape: CustomerOrder,
      isActivity: true,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
  ],
  counts: { ordersAnonymized: 'Number of orders that lost name and email address.' },
  erase: async (tx, { email }) => ({ ordersAnonymized: await eraseBuyer(tx, email) }),
}
