import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseFromNotes } from './commands.ts'

/**
 * Hashes of a person's words and network are deleted in the transaction that deletes the reviews, and so are the
 * reviews' memberships of signals. Notes may name any person.
 */
export const personalData: PersonalData = {
  tables: ['review_signals'],
  async erase(tx, { email }) {
    await eraseFromNotes(tx, email)
    return undefined
  },
}
