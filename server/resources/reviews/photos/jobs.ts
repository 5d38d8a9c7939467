import { Type } from 'typebox'
import { job } from '#platform/jobs.ts'

export default [
  job({
    id: 'reviews.remove_files',
    payload: Type.Object({ keys: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }) }),
    async run({ services }, { keys }) {
      for (const key of keys) await services.storage.remove(key)
    },
  }),
]
