import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition is true. The timeout is long enough for the busiest machine. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what was waited for',
  withinMs = 90_000,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await pause(20)) {
    assert.ok(Date.now() < deadline, `not within ${withinMs} ms: ${what}`)
  }
}

/** Limits work that otherwise could hang until its whole file fails. `what` describes what is missing at that time. */
export async function inTime<T>(work: Promise<T>, what: () => string, withinMs = 120_000): Promise<T> {
  const ended = new AbortController()
  const late = pause(withinMs, undefined, { signal: ended.signal }).then(
    () => assert.fail(`not within ${withinMs} ms: ${what()}`),
    () => undefined as never,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
