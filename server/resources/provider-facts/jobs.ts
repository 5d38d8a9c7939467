import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { queueJobId, type SubscribedConnection, sealFacts } from './commands.ts'
import type { Fact } from './rules.ts'

export const queueJob = job({
  id: queueJobId,
  payload: Type.Object({
    ...OfStore.properties,
    at: Type.String(),
    subscribed: Type.Array(
      Type.Unsafe<SubscribedConnection>(Type.Object({ id: Type.String(), sends: Type.Array(Type.String()) })),
    ),
    facts: Type.Array(Type.Unsafe<Fact>(Type.Object({ kind: Type.String(), id: Type.String() }))),
  }),
  run: ({ db, services }, { at, subscribed, facts, ...scope }) =>
    db.store(scope, 'write', (tx) => sealFacts(tx, services.secrets, { facts, subscribed, at: new Date(at) })),
})
