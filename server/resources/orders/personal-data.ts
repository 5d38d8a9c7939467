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
  counts: { ordersAnonymized: 'Number of orders whose name and email address were erased.' },
  erase: async (tx, { email }) => ({ ordersAnonymized: await eraseBuyer(tx, email) }),
}
