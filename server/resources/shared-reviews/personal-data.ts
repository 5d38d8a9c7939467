import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseCopies } from '#resources/reviews/moderation/copy-commands.ts'

/** Copies have no address, so a keyed digest finds those of a person. */
export const personalData: PersonalData = {
  tables: ['shared_reviews', 'shared_review_photos', 'shared_review_erasures'],
  counts: { sharedReviewsDeleted: 'Number of copies of reviews of other stores that were deleted.' },
  erase: async (tx, { email, secrets }) => ({ sharedReviewsDeleted: await eraseCopies(tx, secrets, email) }),
}
