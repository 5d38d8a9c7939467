import { enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { detectLanguagesOfBatch, hasReviewsWithoutLanguage } from './detect-languages.ts'

const ofStore = 'reviews.detect_languages_of_store'

export default [
  ...storeWalk({
    id: 'reviews.detect_languages',
    schedule: '*/10 * * * *',
    operatorName: 'review-languages',
    isFrequent: true,
    async visit({ db }, scope) {
      if (await hasReviewsWithoutLanguage(db, scope))
        await db.store(scope, 'write', (tx) => enqueue(tx, ofStore, scope, { key: `${ofStore}:${scope.storeEnvId}` }), {
          isUpkeep: true,
        })
      return undefined
    },
  }),
  job({
    id: ofStore,
    bulk: 'languages',
    payload: OfStore,
    async run({ db, stopping }, scope) {
      while (!stopping.aborted && (await detectLanguagesOfBatch(db, scope)));
    },
  }),
]
