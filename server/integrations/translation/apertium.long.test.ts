// The real Apertium of Debian, with the pair of English and Spanish (packages apertium and apertium-eng-spa).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { apertium } from './apertium.ts'
import { EngineError } from './engine.ts'

function isInstalled(): boolean {
  try {
    return /\beng-spa\b/.test(execFileSync('apertium', ['-l'], { encoding: 'utf8' }))
  } catch {
    return false
  }
}

const skip = isInstalled() ? false : 'needs the Debian packages apertium and apertium-eng-spa'
const translate = (text: string, source = 'en', target = 'es') =>
  apertium.translate(text, { source, target }, AbortSignal.timeout(30_000))

test('Apertium translates a review from English to Spanish and back', { skip }, async () => {
  assert.match(await translate('The shop delivers fast.'), /tienda/i)
  assert.match(await translate('La taza es muy buena.', 'es', 'en'), /cup/i)
})

test('no text of a review reaches a shell or an option', { skip }, async () => {
  const hostile = '-l $(touch /tmp/evident-hostile) `id` ; echo "x" | cat [^a$] <b>bold</b> \\n %s'
  const answer = await translate(hostile)
  assert.ok(answer.includes('$(') && !answer.includes('uid='), answer)
  assert.match(await translate('Café für 5 € 👍 ok'), /5 € 👍/)
})

test('a pair of languages that is not installed fails permanently', { skip }, async () => {
  await assert.rejects(translate('Tea', 'en', 'de'), (error) => error instanceof EngineError && error.isLasting)
})

test('aborting a call ends all of its processes', { skip }, async () => {
  const marker = () =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /lt-proc|apertium-transfer/.test(line))
  const running = apertium.translate('word '.repeat(1_000), { source: 'en', target: 'es' }, AbortSignal.timeout(60))
  await assert.rejects(running, /took too long/)
  const deadline = Date.now() + 10_000
  while (marker().length > 0 && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(marker(), [])
})
