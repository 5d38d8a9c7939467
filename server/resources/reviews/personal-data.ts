import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseAuthor } from './commands.ts'
import { findMode, listWritten } from './erasure-store.ts'
import { eraseFromNotes } from './inbox/note-commands.ts'
import { eraseFromViews } from './inbox/view-commands.ts'
import { CustomerReview } from './schema.ts'

/**
 * The store chooses whether reviews are deleted, with photos and all dependent rows, or keep rating and text without a
 * name.
 */
export const personalData: PersonalData = {
  tables: [
    'reviews',
    'review_notes',
    'review_reports',
    'review_submissions',
    'review_confirmations',
    'review_photos',
    'review_views',
    // Translations are deleted with their review, or in the transaction that changes its text.
    'review_translations',
  ],
  lists: [
    {
      name: 'reviews',
      description: 'Reviews of the person, newest first.',
      shape: CustomerReview,
      isActivity: true,
      list: (tx, { email }, limit) => listWritten(tx, email, limit),
    },
  ],
  counts: {
    reviewsDeleted: 'Number of reviews deleted.',
    reviewsAnonymized: 'Number of reviews whose name and email address were erased.',
  },
  async erase(tx, { email, keepsReviews }) {
    await eraseFromViews(tx, email)
    await eraseFromNotes(tx, email)
    const { deleted, anonymized } = await eraseAuthor(tx, email, keepsReviews ? 'anonymize' : await findMode(tx))
    return { reviewsDeleted: deleted, reviewsAnonymized: anonymized }
  },
}
