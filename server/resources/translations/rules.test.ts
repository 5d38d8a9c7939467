import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EngineError } from '#integrations/translation/engine.ts'
import { decideRetry, findFault, translateWords } from './rules.ts'

test('a translation is usable if it is not empty and at most three times as long as the text', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (original, translated) => {
        const isUseful = translated.trim() !== '' && [...translated].length <= 3 * [...original].length
        assert.equal(findFault(original, translated) === undefined, isUseful)
      },
    ),
  )
})

test('failures are retried after a day, or sooner at first if the engine is unreachable', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  const minutes = (isLasting: boolean, attempts: number) =>
    (decideRetry(new EngineError('no', isLasting), attempts, now).getTime() - now.getTime()) / 60_000
  assert.deepEqual(
    [1, 2, 9].map((attempts) => minutes(true, attempts)),
    [1_440, 1_440, 1_440],
  )
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((attempts) => minutes(false, attempts)),
    [1, 10, 60, 360, 1_440, 1_440],
  )
})

test('title and text share one time limit', async () => {
  const asked: string[] = []
  const engine = {
    name: 'libretranslate' as const,
    async translate(text: string, _pair: object, signal: AbortSignal) {
      asked.push(text)
      if (text === 'slow')
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new EngineError('The engine took too long.', false))),
        )
      return text
    },
  }
  const stopping = AbortSignal.timeout(30)
  const outcome = await translateWords(engine, { title: 'a', body: 'slow' }, { source: 'en', target: 'de' }, stopping)
  assert.ok(outcome instanceof EngineError)
  assert.deepEqual(asked, ['a', 'slow'])
})
