import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { enterJob, enterNext } from './commands.ts'
import { closeDay } from './heads/commands.ts'
import { ensureKey } from './heads/key-commands.ts'
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
        if (stopping.aborted) throw new Error('The process stops. The next run enters the rest.')
    },
  }),
  // Runs across stores only to make the first key.
  job({
    id: writeJob,
    across: true,
    bulk: 'evidence',
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String(), packId: Type.String() }),
    run: runPack,
  }),
  job({
    id: 'evidence.clean_packs',
    across: true,
    payload: Type.Object({}),
    schedule: '41 3 * * *',
    run: (ctx) => forEveryStore(ctx, (scope) => deleteExpiredPacks(ctx, scope)),
  }),
  // A day that ended while no job ran is never closed later, because its state at that time can no longer be signed.
  job({
    id: 'evidence.heads',
    across: true,
    payload: Type.Object({}),
    schedule: '3 0 * * *',
    operatorName: 'evidence-heads',
    async run({ db, services, now, stopping }) {
      const { secrets, log } = services
      await ensureKey(db, secrets)
      await forEveryStore({ db, stopping }, (scope) =>
        // A failure in one store must not prevent the heads of other stores.
        closeDay({ db, secrets, now, stopping }, scope).catch((error: unknown) => {
          log.error({ store: scope.storeEnvId, err: (error as Error).message }, 'a day of a ledger was not closed')
        }),
      )
    },
  }),
]
