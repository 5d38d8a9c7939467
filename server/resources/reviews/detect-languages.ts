import { publish } from '#platform/areas/events.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { languagesDetected } from './events.ts'
import { detectLanguage, unknownLanguage } from './language-rules.ts'
import { hasUndetected, lockUndetected, updateDetected } from './language-store.ts'

const batchSize = 500

/**
 * Returns true if reviews without a language are left. The rows show which ones, so the next run continues after a kill.
 */
export const detectLanguagesOfBatch = (db: StoreDb, scope: StoreScope): Promise<boolean> =>
  db.store(
    scope,
    'write',
    async (tx) => {
      const reviews = await lockUndetected(tx, batchSize)
      const found = await Promise.all(
        reviews.map(async ({ id, ...words }) => {
          return { id, language: (await detectLanguage({ locale: null, ...words })) ?? unknownLanguage }
        }),
      )
      if (found.length > 0) await updateDetected(tx, found)
      const shown = found.filter((_, i) => reviews[i]?.isShown).map(({ id }) => id)
      if (shown.length > 0) {
        publish(tx, languagesDetected, { ids: shown })
        invalidateStorefront(tx)
      }
      return reviews.length === batchSize
    },
    { isUpkeep: true },
  )

export const hasReviewsWithoutLanguage = (db: StoreDb, scope: StoreScope): Promise<boolean> =>
  db.store(scope, 'read', hasUndetected)
