import { Type } from 'typebox'
import type { SystemTx } from '#platform/db/db.ts'
import { job } from '#platform/jobs/jobs.ts'
import * as store from './store.ts'

const batch = 1_000

export default [
  job({
    id: 'oauth.remove_ended',
    across: true,
    payload: Type.Object({}),
    schedule: '23 * * * *',
    operatorName: 'oauth-cleanup',
    async run({ db, now, stopping }) {
      const all = async (deleteEnded: (tx: SystemTx, before: Date, limit: number) => Promise<number>) => {
        while (!stopping.aborted && (await db.system('write', (tx) => deleteEnded(tx, now, batch))) === batch);
      }
      await all(store.deleteExpiredAccessTokens)
      await all(store.deleteExpiredRefreshTokens)
      await all(store.deleteEndedGrants)
    },
  }),
]
