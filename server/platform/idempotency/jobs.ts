import { Type } from 'typebox'
import { job } from '../jobs.ts'
import { keptMs } from './repeats.ts'
import { removeBefore } from './store.ts'

const batch = 5_000

export default [
  job({
    id: 'idempotency.clean',
    across: true,
    payload: Type.Object({}),
    schedule: '17 * * * *',
    operatorName: 'idempotency-clean',
    async run({ db, now, stopping }) {
      const before = new Date(now.getTime() - keptMs)
      let removed = batch
      while (removed === batch && !stopping.aborted)
        removed = await db.system('write', (tx) => removeBefore(tx, before, batch))
    },
  }),
]
