import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseCustomer } from './commands.ts'

export const personalData: PersonalData = {
  tables: ['customers'],
  counts: ['customersRemoved'],
  erase: async (tx, { email }) => ({ customersRemoved: await eraseCustomer(tx, email) }),
}
