import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/values/errors.ts'
import { OneOf } from '#platform/values/wire.ts'
import { mergeJob, moveAll } from './commands.ts'

export default [
  // If the job is killed at any moment, its next run continues with the remaining data of the old product.
  job({
    id: mergeJob,
    payload: Type.Object({
      storeEnvId: Type.String(),
      organizationId: Type.String(),
      from: Type.String(),
      into: Type.String(),
      role: OneOf(['MEMBER', 'ADMIN', 'OWNER', 'SYSTEM']),
      via: OneOf(['key', 'session', 'token', 'partner', 'support', 'system']),
      by: Type.Optional(Type.String()),
    }),
    bulk: 'merges',
    async run({ db, stopping }, { storeEnvId, organizationId, from, into, role, via, by }) {
      const scope = { storeEnvId, organizationId, by: { role, via } }
      try {
        const { isDone } = await moveAll({ db, scope, moving: { from, into, by }, isOver: () => stopping.aborted })
        if (!isDone) throw new Error('The process is stopping. The next run moves the rest.')
      } catch (error) {
        // A newer merge of these products moves the data instead.
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
      }
    },
  }),
]
