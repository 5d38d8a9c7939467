// Publishes `CRASH_EVENTS` events and rolls back every fifth transaction. The process then reports `published` and only
// delivers from then on.

import { publish } from '#platform/areas/events.ts'
import { startWorkers } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import { reviewCreated } from '#resources/reviews/events.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { jobs } from '../../../entry/areas.ts'
import { composeService } from '../../../entry/service.ts'
import { startSender } from './sender.ts'

const { CRASH_DATABASE_URL = '', CRASH_SCOPE = '{}', CRASH_EVENTS = '0' } = process.env
const service = composeService(loadConfig(process.env), CRASH_DATABASE_URL, {
  poolSize: 4,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
await startWorkers({ jobs, db: service.db, services: service.services })
startSender(service)
process.send?.('ready')

for (let i = 0; i < Number(CRASH_EVENTS); i++) {
  const rollsBack = i % 5 === 4
  await service.db
    .store(JSON.parse(CRASH_SCOPE), 'write', async (tx) => {
      publish(tx, reviewCreated, { ...reviewCreated.example, id: newId(), title: rollsBack ? 'never' : 'committed' })
      if (rollsBack && i % 2 === 0) throw new Error('rolled back')
      if (rollsBack) await tx.run((await import('#platform/db/query.ts')).sql`select 1 / 0`)
    })
    .catch(() => {})
}
process.send?.('published')
