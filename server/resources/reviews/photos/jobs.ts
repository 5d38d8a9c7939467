import { Type } from 'typebox'
import { listKeys } from '#platform/files/images/keys.ts'
import { job } from '#platform/jobs/jobs.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { makeVariants } from './commands.ts'
import { makeMissingVariants } from './make-missing-variants.ts'
import { removeOrphanedPhotos } from './remove-orphans.ts'

export default [
  job({
    id: 'reviews.remove_files',
    payload: Type.Object({ keys: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }) }),
    async run({ services }, { keys }) {
      for (const key of keys.flatMap(listKeys)) await services.storage.remove(key)
    },
  }),
  job({
    id: 'reviews.make_variants',
    bulk: 'photos',
    payload: Type.Object({
      storeEnvId: Type.String(),
      organizationId: Type.String(),
      photoIds: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 }),
    }),
    run: makeVariants,
  }),
  ...storeWalk({
    id: 'reviews.find_unvaried_photos',
    schedule: '47 2 * * *',
    operatorName: 'photo-variants',
    visit: makeMissingVariants,
  }),
  ...storeWalk({
    id: 'reviews.remove_orphaned_photos',
    schedule: '31 3 * * *',
    operatorName: 'photos-clean',
    visit: removeOrphanedPhotos,
  }),
]
