import { test } from 'node:test'
import { crashRun } from '../../server/resources/outbound-webhooks/sending/crash.testing.ts'

test('5,000 events, 20 kills: every event is delivered, none before its commit', { timeout: 600_000 }, () =>
  crashRun({ kills: 20, events: 5_000 }),
)
