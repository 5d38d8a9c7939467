import type { PersonalData } from '#platform/areas/personal-data.ts'

/**
 * Hashes of a person's words and network, and the signals that name their reviews. They follow the reviews: `reviews` erases
 * those, and this area deletes what belongs to them in the same transaction.
 */
export const personalData: PersonalData = { tables: ['review_texts', 'review_networks', 'review_signals'] }
