import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseFromNotes } from './commands.ts'

/**
 * Hashes of a person's texts and network are deleted in the transaction that deletes the reviews, and the reviews are
 * removed from their signals. Notes may name any person.
 */
export const personalData: PersonalData = {
  tables: ['review_signals'],
  async erase(tx, { email }) {
    await eraseFromNotes(tx, email)
    return undefined
  },
}
