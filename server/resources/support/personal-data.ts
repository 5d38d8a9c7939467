import type { PersonalData } from '#platform/areas/personal-data.ts'
import { blankAddress } from './store.ts'

/** Only the organization's own people write tickets, so only quoted email addresses of shoppers are removed. */
export const personalData: PersonalData = {
  tables: ['support_tickets', 'support_messages', 'support_tokens'],
  async erase(tx, { email }) {
    await blankAddress(tx, email)
    return undefined
  },
}
