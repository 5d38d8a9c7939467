import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { watchReceiveTimeout } from './receive-timeout.ts'

/** Returns the reason that `watchReceiveTimeout` gives for a sender that sends one byte per interval. */
function awaitVerdict(timeout: { silenceMs: number; wholeMs: number }, everyMs: number): Promise<string> {
  const source = new PassThrough()
  const sender = setInterval(() => source.write('x'), everyMs)
  const { promise, resolve } = Promise.withResolvers<string>()
  watchReceiveTimeout(source, timeout, resolve)
  return promise.finally(() => clearInterval(sender))
}

test('a slow sender is aborted by the total timeout, not by the silence timeout', async () => {
  assert.match(await awaitVerdict({ silenceMs: 2_000, wholeMs: 3_000 }, 50), /longer than 3 seconds/)
})

test('a silent sender is aborted long before the total timeout', async () => {
  assert.match(await awaitVerdict({ silenceMs: 100, wholeMs: 60_000 }, 60_000), /nothing came for 0.1 seconds/)
})
