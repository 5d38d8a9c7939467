import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseCustomer } from './commands.ts'

/** The export begins with the customer itself, which is no list. */
export const personalData: PersonalData = {
  tables: ['customers'],
  counts: ['customersRemoved'],
  erase: async (tx, { email }) => ({ customersRemoved: await eraseCustomer(tx, email) }),
}
