import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseCopies } from '#resources/reviews/moderation/copy-commands.ts'

/** Copies have no email address, so a keyed digest of the address finds the copies of a person. */
export const personalData: PersonalData = {
  tables: ['shared_reviews', 'shared_review_photos', 'shared_review_erasures'],
  counts: { sharedReviewsDeleted: 'Number of deleted copies of reviews of other stores.' },
  erase: async (tx, { email, secrets }) => ({ sharedReviewsDeleted: await eraseCopies(tx, secrets, email) }),
}
