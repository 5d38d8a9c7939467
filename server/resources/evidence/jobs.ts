import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { enterJob, enterNext } from './commands.ts'
import { closeDay } from './heads/commands.ts'
import { ensureKey } from './keys/commands.ts'
import { writeJob } from './packs/commands.ts'
import { cleanPacks, runPack } from './packs/run-pack.ts'

export default [
  // Killed at any moment, it goes on behind the last reviews it has entered.
  job({
    id: enterJob,
    payload: OfStore,
    bulk: 'evidence',
    async run({ db, stopping }, store) {
      while (await db.store(store, 'write', enterNext))
        if (stopping.aborted) throw new Error('The process stops; the rest is entered by the next run.')
    },
  }),
  // Across stores for the key alone, which it makes where there is none yet.
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
    run: (ctx) => forEveryStore(ctx, (scope) => cleanPacks(ctx, scope)),
  }),
  // A day that ended while nothing ran is not closed later: what was not signed then cannot be signed as of then.
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
        // One store's trouble leaves no other without its head.
        closeDay({ db, secrets, now, stopping }, scope).catch((error: unknown) => {
          log.error({ store: scope.storeEnvId, err: (error as Error).message }, 'a day of a ledger was not closed')
        }),
      )
    },
  }),
]
