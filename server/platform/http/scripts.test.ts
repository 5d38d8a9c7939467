import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { scriptRoutes } from './scripts.ts'

const root = mkdtempSync(join(tmpdir(), 'evident-scripts-'))
const folder = join(root, 'dist')
let app: FastifyInstance

before(() => {
  app = Fastify()
  scriptRoutes(app, { prefix: '/widgets/v1', folder })
})

after(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (path: string, headers = {}) => app.inject({ method: 'GET', url: `/widgets/v1${path}`, headers })

test('a request for widgets gets 503 before they are built, and the widgets afterwards', async () => {
  assert.equal((await get('/reviews.js')).statusCode, 503)
  mkdirSync(join(folder, 'chunks'), { recursive: true })
  writeFileSync(join(folder, 'reviews.js'), `console.log(${JSON.stringify('a'.repeat(5000))})`)
  writeFileSync(join(folder, 'chunks', 'reviews-de-a_-9Zz.js'), 'export const texts = {}')
  writeFileSync(join(root, 'secret.js'), 'secret')
  assert.equal((await get('/reviews.js')).statusCode, 200)
})

test('an entry script is served to every origin, compressed, and revalidated after minutes', async () => {
  const { headers, rawPayload } = await get('/reviews.js', { origin: 'https://shop.example', 'accept-encoding': 'br' })
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['cache-control'], 'public, max-age=300, stale-while-revalidate=86400')
  assert.match(String(headers['content-type']), /^text\/javascript/)
  assert.equal(headers['content-encoding'], 'br')
  assert.ok(rawPayload.length < 1000)
  const again = await get('/reviews.js', { 'accept-encoding': 'br', 'if-none-match': headers.etag })
  assert.equal(again.statusCode, 304)
})

test('chunks are cached for ever; a request for an old chunk returns its successor, cached for minutes', async () => {
  const chunk = await get('/chunks/reviews-de-a_-9Zz.js')
  assert.equal(chunk.headers['cache-control'], 'public, max-age=31536000, immutable')
  const older = await get('/chunks/reviews-de-b0b0b0.js')
  assert.equal(older.body, chunk.body)
  assert.match(String(older.headers['cache-control']), /max-age=300/)
})

test('a path that names no script of the build gets 404', async () => {
  for (const path of [
    '/other.js',
    '/chunks/reviews-xx-b0b0b0.js',
    '/..%2fsecret.js',
    '/chunks/..%2f..%2fsecret.js',
    '/.stamp',
  ]) {
    const { statusCode, body } = await get(path)
    assert.equal(statusCode, 404, path)
    assert.doesNotMatch(body, /secret/)
  }
})
