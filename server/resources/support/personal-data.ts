import type { PersonalData } from '#platform/areas/personal-data.ts'
import { blankAddress } from './store.ts'

/** Tickets are written by the store's own people; where one quotes a shopper's address, that is taken out. */
export const personalData: PersonalData = {
  tables: ['support_tickets', 'support_messages', 'support_tokens'],
  async erase(tx, { email }) {
    await blankAddress(tx, email)
    return undefined
  },
}
