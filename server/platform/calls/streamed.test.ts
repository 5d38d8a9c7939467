import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { watchStreamed } from './streamed.ts'

function watchedAnswer() {
  const lines: string[] = []
  const at = (level: string) => (_fields: object, message: string) => void lines.push(`${level}: ${message}`)
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const out = new PassThrough()
  const watched = watchStreamed(out, log, 'an export')
  const send = (from: AsyncIterable<string>) => pipeline(Readable.from(watched.source(from)), out).catch(watched.broken)
  return { lines, out, send }
}

test('a source that fails is logged as an error', async () => {
  const { lines, out, send } = watchedAnswer()
  out.resume()
  await send(
    (async function* () {
      yield 'a'
      throw new Error('the database is gone')
    })(),
  )
  assert.deepEqual(lines, ['error: an export broke off'])
})

test('a reader that disconnects is not logged as an error', async () => {
  const { lines, out, send } = watchedAnswer()
  const sent = send(
    (async function* () {
      for (;;) yield 'x'.repeat(10_000)
    })(),
  )
  out.once('data', () => out.destroy())
  await sent
  assert.deepEqual(lines, ['info: the reader of an export hung up'])
})
