import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition is true. The timeout is long enough for the busiest machine. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what was waited for',
  withinMs = 30_000,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await pause(20)) {
    assert.ok(Date.now() < deadline, `not within ${withinMs} ms: ${what}`)
  }
}
