import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { type Told, tell, tellJobId } from './commands.ts'
import type { Fact } from './rules.ts'

export const tellJob = job({
  id: tellJobId,
  payload: Type.Object({
    ...OfStore.properties,
    at: Type.String(),
    told: Type.Array(Type.Unsafe<Told>(Type.Object({ id: Type.String(), sends: Type.Array(Type.String()) }))),
    facts: Type.Array(Type.Unsafe<Fact>(Type.Object({ kind: Type.String(), id: Type.String() }))),
  }),
  run: ({ db, services }, { at, told, facts, ...scope }) =>
    db.store(scope, 'write', (tx) => tell(tx, services.secrets, { facts, told, at: new Date(at) })),
})
