import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { makeVariants, variantsJob } from './upload-commands.ts'

export default [
  job({
    id: variantsJob,
    bulk: 'photos',
    payload: Type.Object({
      ...OfStore.properties,
      photoIds: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 }),
    }),
    run: makeVariants,
  }),
]
