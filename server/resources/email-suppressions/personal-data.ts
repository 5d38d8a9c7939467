import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseSuppressedAddress, listSuppressionsOf } from './commands.ts'
import { CustomerSuppression } from './schema.ts'

/** The address goes; a keyed hash of it stays, so that a person who asked for no more mail still gets none. */
export const personalData: PersonalData = {
  tables: ['email_suppressions', 'email_soft_bounces'],
  lists: [
    {
      name: 'suppressions',
      shape: CustomerSuppression,
      list: (tx, { email, secrets }, limit) => listSuppressionsOf(tx, secrets, email, limit),
    },
  ],
  async erase(tx, { email, secrets }) {
    await eraseSuppressedAddress(tx, secrets, email)
    return undefined
  },
}
