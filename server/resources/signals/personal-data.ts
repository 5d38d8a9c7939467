import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseFromNotes } from './commands.ts'

/**
 * Hashes of a person's words and network, and memberships of their reviews, follow the reviews: they are deleted in the same
 * transaction. Notes may name anybody.
 */
export const personalData: PersonalData = {
  tables: ['review_signals'],
  async erase(tx, { email }) {
    await eraseFromNotes(tx, email)
    return undefined
  },
}
