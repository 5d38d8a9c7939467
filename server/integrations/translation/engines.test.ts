import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Ajv } from 'ajv'
import { createGuardedFetch, type GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { loadConfig } from '#platform/process/config.ts'
import { type FakeLibreTranslate, startLibreTranslate } from '#test/fakes/libretranslate.ts'
import { readModes } from './apertium.ts'
import { EngineError } from './engine.ts'
import { openEngine } from './open-engine.ts'

let fake: FakeLibreTranslate
let fetch: GuardedFetch
before(async () => {
  fake = await startLibreTranslate()
  fetch = createGuardedFetch({ allowPrivate: false, ownReceiver: `${fake.origin}/translate` })
})
after(async () => {
  await fetch.close()
  await fake.close()
})
beforeEach(() => {
  fake.answer = undefined
  fake.apiKey = undefined
  fake.requests.length = 0
})

const configOf = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: '/tmp/none', SECRET_KEY: 'k'.repeat(32), ...env }).translation
const engineFor = (env: Record<string, string> = fake.env) => {
  const engine = openEngine(configOf(env), fetch)
  assert.ok(engine)
  return engine
}
const pair = { source: 'en', target: 'de' }
const translate = (text: string, at = pair, signal = AbortSignal.timeout(5_000)) =>
  engineFor().translate(text, at, signal)
const failure = async (run: Promise<string>): Promise<EngineError> => {
  const error = await run.then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof EngineError, String(error))
  return error
}

test('a text is sent in the format that LibreTranslate documents', async () => {
  assert.equal(await translate('Keeps tea hot.'), 'de: Keeps tea hot.')
  assert.deepEqual(fake.requests, [{ q: 'Keeps tea hot.', source: 'en', target: 'de', format: 'text' }])
  fake.apiKey = 'key-1'
  const withKey = engineFor({ ...fake.env, TRANSLATE_API_KEY: 'key-1' })
  assert.equal(await withKey.translate('Tea', pair, AbortSignal.timeout(5_000)), 'de: Tea')
})

test('an unknown language fails permanently, and other failures can be retried', async () => {
  assert.deepEqual(
    await failure(translate('Tea', { source: 'en', target: 'xx' })).then(({ isLasting, message }) => [
      isLasting,
      message,
    ]),
    [true, 'The engine refused: xx is not supported'],
  )
  fake.apiKey = 'key-1'
  assert.equal((await failure(translate('Tea'))).isLasting, false)
  for (const [status, body] of [
    [429, '{"error":"Slowdown: 5 per 1 minute"}'],
    [500, 'oops'],
    [200, '{}'],
    [200, '[]'],
    [200, '{"translatedText":["a"]}'],
  ] as const) {
    fake.answer = (response) => void response.writeHead(status).end(body)
    assert.equal((await failure(translate('Tea'))).isLasting, false, body)
  }
  fake.answer = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  assert.equal((await failure(translate('Tea'))).isLasting, false)
  fake.answer = (response) => void response.destroy()
  assert.equal((await failure(translate('Tea'))).message, 'The engine did not answer.')
})

test('a slow engine is abandoned after the given time', async () => {
  fake.answer = () => {}
  const error = await failure(translate('Tea', pair, AbortSignal.timeout(50)))
  assert.equal(error.message, 'The engine took too long.')
})

test('only the URL that the operator set may be in a private network', async () => {
  const other = openEngine({ endpoint: `${fake.origin}/other`, apiKey: undefined }, fetch)
  assert.match(
    (await failure(other?.translate('Tea', pair, AbortSignal.timeout(5_000)) ?? Promise.reject())).message,
    /was refused/,
  )
  assert.equal(fake.requests.length, 0)
})

test('TRANSLATE_URL gets `/translate` appended, with or without a path', () => {
  const endpoint = (TRANSLATE_URL: string) => {
    const config = configOf({ TRANSLATE_URL })
    return typeof config === 'object' ? config.endpoint : config
  }
  assert.equal(endpoint('http://libretranslate:5000'), 'http://libretranslate:5000/translate')
  assert.equal(endpoint('https://example.com/mt/'), 'https://example.com/mt/translate')
  assert.equal(endpoint('https://example.com/translate'), 'https://example.com/translate/translate')
  assert.equal(endpoint('apertium:'), 'apertium')
  assert.equal(configOf({}), undefined)
  for (const wrong of ['ftp://x', 'x', 'https://u:p@example.com', 'https://example.com/?a=1'])
    assert.throws(() => endpoint(wrong), /TRANSLATE_URL must/)
  assert.throws(() => configOf({ TRANSLATE_API_KEY: 'k' }), /TRANSLATE_API_KEY needs TRANSLATE_URL/)
})

test('modes of Apertium have short language codes, and variants are left out', () => {
  const modes = readModes('  eng-spa\n  spa-eng\n  spa-eng_US\n  fr-es\n  fra-cat\n  ;rm -rf\n')
  assert.deepEqual(
    [...modes],
    [
      ['en-es', 'eng-spa'],
      ['es-en', 'spa-eng'],
      ['fr-es', 'fr-es'],
      ['fr-ca', 'fra-cat'],
    ],
  )
})

/**
 * Values from the schemas `translate`, `languages` and `error-response` in LibreTranslate's published document,
 * 1.3.10.
 */
const published = {
  translate: { type: 'object', properties: { translatedText: { oneOf: [{ type: 'string' }, { type: 'array' }] } } },
  languages: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ...{ code: { type: 'string' }, name: { type: 'string' } },
        targets: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  error: { type: 'object', properties: { error: { type: 'string' } } },
}

test("the fake's responses match the published schemas", async () => {
  const ajv = new Ajv()
  const ask = async (path: string, body?: unknown) => {
    const request =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await globalThis.fetch(fake.origin + path, request)
    return [answer.status, await answer.json()] as const
  }
  const [ok, translated] = await ask('/translate', { q: 'Tea', ...pair, format: 'text' })
  assert.ok(
    ok === 200 && 'translatedText' in translated && ajv.validate(published.translate, translated),
    ajv.errorsText(),
  )
  const [, languages] = await ask('/languages')
  assert.ok(languages.length > 0 && ajv.validate(published.languages, languages), ajv.errorsText())
  const [refused, error] = await ask('/translate', { q: 'Tea', source: 'en' })
  assert.ok(refused === 400 && 'error' in error && ajv.validate(published.error, error), ajv.errorsText())
})
