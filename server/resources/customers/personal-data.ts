import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseCustomer } from './commands.ts'

export const personalData: PersonalData = {
  tables: ['customers'],
  counts: { customersRemoved: 'Number of customers deleted.' },
  erase: async (tx, { email }) => ({ customersRemoved: await eraseCustomer(tx, email) }),
}
