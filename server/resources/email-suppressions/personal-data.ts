import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseSuppressedAddress, listPersonSuppressions } from './commands.ts'
import { CustomerSuppression } from './schema.ts'

/** Erasing a person preserves a keyed hash of the address, so that a person who unsubscribed still gets no mail. */
export const personalData: PersonalData = {
  tables: ['email_suppressions', 'email_soft_bounces'],
  lists: [
    {
      name: 'suppressions',
      description: 'Suppressions of the person.',
      shape: CustomerSuppression,
      list: (tx, { email, secrets }, limit) => listPersonSuppressions(tx, secrets, email, limit),
    },
  ],
  async erase(tx, { email, secrets }) {
    await eraseSuppressedAddress(tx, secrets, email)
    return undefined
  },
}
