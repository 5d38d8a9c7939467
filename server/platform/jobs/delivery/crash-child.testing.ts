import { isOnCitus } from '#test/database.ts'
import { createDb } from '../../db/db.ts'
import { createClock } from '../../process/clock.ts'
import { createLog } from '../../process/log.ts'
import { createMetrics } from '../../process/metrics.ts'
import { deliver } from './deliver.ts'
import { TestReceiver, testPolicy } from './test-receiver.testing.ts'

const { CRASH_DATABASE_URL: url = '', CRASH_SCOPE = '{}', SECRET_KEY: secretKey = '' } = process.env
const clock = createClock()
const db = createDb({ url, secretKey, clock, log: createLog('silent'), poolSize: 2, isDistributed: isOnCitus() })
const metrics = createMetrics({
  test_items_total: { type: 'counter', help: '' },
  test_item_seconds: { type: 'histogram', help: '' },
})
const receiver = new TestReceiver(JSON.parse(CRASH_SCOPE), 'crashed', async ({ label }) => {
  process.send?.(label)
  return new Promise(() => setInterval(() => {}, 60_000))
})
await deliver({ db, clock, metrics, stopping: new AbortController().signal }, testPolicy, receiver)
