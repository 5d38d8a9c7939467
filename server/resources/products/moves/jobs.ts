import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OneOf } from '#platform/values/wire.ts'
import { forgetJob, forgetMove, type MoveRun, moveJob, runMove } from './commands.ts'

const ofMove = { storeEnvId: Type.String(), organizationId: Type.String(), moveId: Type.String() }

export default [
  job({
    id: moveJob,
    payload: Type.Object({
      ...ofMove,
      role: OneOf(['MEMBER', 'ADMIN', 'OWNER', 'SYSTEM']),
      via: OneOf(['key', 'session', 'token', 'partner', 'support', 'system']),
      by: Type.Optional(Type.String()),
    }),
    bulk: 'merges',
    run: (ctx, run) => runMove(ctx, run as MoveRun),
  }),
  job({
    id: forgetJob,
    payload: Type.Object(ofMove),
    run: ({ db }, { storeEnvId, organizationId, moveId }) =>
      db.store({ storeEnvId, organizationId }, 'write', async (tx) => void (await forgetMove(tx, moveId))),
  }),
]
