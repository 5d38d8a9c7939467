import { test } from 'node:test'
import { crashRun } from './crash.testing.ts'

// test/e2e/webhook-crashes.test.ts runs the same test with 5,000 events and 20 kills.
test('a process killed at any moment loses no event, and sends no uncommitted event', { timeout: 200_000 }, () =>
  crashRun({ kills: 3, events: 600 }),
)
