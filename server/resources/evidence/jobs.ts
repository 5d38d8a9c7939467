import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { enterJob, enterNext } from './commands.ts'
import { closeDay } from './heads/commands.ts'
import { ensureKey } from './heads/key-commands.ts'
import { findSize } from './heads/store.ts'
import { writeJob } from './packs/commands.ts'
import { deleteExpiredPacks, runPack } from './packs/run-pack.ts'

export default [
  // The job can be killed at any time. It continues after the last reviews that it added.
  job({
    id: enterJob,
    payload: OfStore,
    bulk: 'evidence',
    async run({ db, stopping }, store) {
      while (await db.store(store, 'write', enterNext))
        if (stopping.aborted) throw new Error('The process is stopping. The next run adds the remaining reviews.')
    },
  }),
  // The job needs access beyond one store only because its first run creates the signing key.
  job({
    id: writeJob,
    across: true,
    bulk: 'evidence',
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String(), packId: Type.String() }),
    run: runPack,
  }),
  ...storeWalk({ id: 'evidence.clean_packs', schedule: '41 3 * * *', visit: deleteExpiredPacks }),
  // A day that ended while no job ran is never closed later, because its state at that time can no longer be signed.
  ...storeWalk({
    id: 'evidence.heads',
    schedule: '3 0 * * *',
    operatorName: 'evidence-heads',
    begin: ({ db, services }) => ensureKey(db, services.secrets),
    async visit({ db, services, now, stopping }, scope) {
      await closeDay({ db, secrets: services.secrets, now, stopping }, scope)
      return (await db.store(scope, 'read', findSize)) > 0 ? now : undefined
    },
  }),
]
