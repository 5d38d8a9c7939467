import { Type } from 'typebox'
import { keptMs } from '../calls/repeats.ts'
import { deleteBefore } from '../calls/repeats-store.ts'
import { job } from './jobs.ts'

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
        removed = await db.system('write', (tx) => deleteBefore(tx, before, batch))
    },
  }),
]
