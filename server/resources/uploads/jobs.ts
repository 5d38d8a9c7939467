import { Type } from 'typebox'
import { listKeys } from '#platform/files/images/keys.ts'
import { job } from '#platform/jobs/jobs.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { removeUnfinishedFiles, sweepUploads } from './sweep-uploads.ts'

export default [
  job({
    id: 'uploads.remove_files',
    payload: Type.Object({ keys: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }) }),
    async run({ services }, { keys }) {
      for (const key of keys.flatMap(listKeys)) await services.storage.remove(key)
    },
  }),
  ...storeWalk({
    id: 'uploads.sweep',
    schedule: '11 3 * * *',
    operatorName: 'uploads-clean',
    begin: removeUnfinishedFiles,
    visit: sweepUploads,
  }),
]
