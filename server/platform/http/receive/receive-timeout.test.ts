import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { watchReceiveTimeout } from './receive-timeout.ts'

/** What `watchReceiveTimeout` says of a sender who sends a byte every so often, and of whom every byte is read. */
function verdictOf(timeout: { silenceMs: number; wholeMs: number }, everyMs: number): Promise<string> {
  const source = new PassThrough()
  const sender = setInterval(() => source.write('x'), everyMs)
  const { promise, resolve } = Promise.withResolvers<string>()
  watchReceiveTimeout(source, timeout, resolve)
  return promise.finally(() => clearInterval(sender))
}

test('who sends by and by is not silent, and is given up all the same when the whole takes too long', async () => {
  assert.match(await verdictOf({ silenceMs: 2_000, wholeMs: 3_000 }, 50), /longer than 3 seconds/)
})

test('who stops sending is given up, however long the whole may take', async () => {
  assert.match(await verdictOf({ silenceMs: 100, wholeMs: 60_000 }, 60_000), /nothing came for 0.1 seconds/)
})
