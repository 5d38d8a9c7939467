import { Type } from 'typebox'
import { analyzeFilled } from '#platform/db/analyze.ts'
import { job } from '#platform/jobs/jobs.ts'
import { analyzeJob } from './commands.ts'

export default [
  job({
    id: analyzeJob,
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String() }),
    maxAttempts: 2,
    run: async ({ db }, scope) => void (await db.store(scope, 'write', (tx) => analyzeFilled(tx, ['reviews']))),
  }),
]
