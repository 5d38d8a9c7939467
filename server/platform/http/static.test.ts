import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { applicationRoutes } from './static.ts'

const root = mkdtempSync(join(tmpdir(), 'evident-static-'))
const folder = join(root, 'dist')
const script = `console.log(${JSON.stringify('a'.repeat(5000))})`
let app: FastifyInstance

before(() => {
  app = Fastify()
  applicationRoutes(app, { prefix: '/admin', folder })
})

after(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

test('a request for an unbuilt application gets an explanatory error, and succeeds after the build', async () => {
  const missing = await get('/admin')
  assert.equal(missing.statusCode, 503)
  assert.match(missing.body, /not built/)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Shop</title>')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), script)
  writeFileSync(join(root, 'secret.js'), 'secret')
  assert.equal((await get('/admin')).statusCode, 200)
})

test('every path below the prefix returns the page: uncached, unframed, without inline scripts', async () => {
  for (const url of ['/admin', '/admin/', '/admin/stores/1/reviews?status=all']) {
    const { statusCode, headers, body } = await get(url)
    assert.equal(statusCode, 200, url)
    assert.match(body, /<title>Shop/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
  }
})

test('hashed files are cached for ever and sent compressed', async () => {
  const { statusCode, headers, rawPayload } = await get('/admin/assets/main-1a2b.js', { 'accept-encoding': 'br, gzip' })
  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['content-encoding'], 'br')
  assert.ok(rawPayload.length < script.length / 10)
})

test("the page's language is the chosen one, the browser's, or English", async () => {
  mkdirSync(join(folder, 'de', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'de', 'index.html'), '<!doctype html><title>Laden</title>')
  writeFileSync(join(folder, 'de', 'assets', 'main-3c4d.js'), script)
  const both = Fastify()
  applicationRoutes(both, { prefix: '/admin', folder })
  const languageFor = async (headers: Record<string, string>) =>
    (await both.inject({ method: 'GET', url: '/admin/stores', headers })).headers['content-language']
  assert.equal(await languageFor({}), 'en')
  assert.equal(await languageFor({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }), 'de')
  assert.equal(await languageFor({ 'accept-language': 'fr-CH, en;q=0.9, de;q=0.7' }), 'en')
  assert.equal(await languageFor({ 'accept-language': 'en', cookie: 'a=b; evident_language=de' }), 'de')
  assert.equal(await languageFor({ 'accept-language': 'de', cookie: 'evident_language=../; x' }), 'de')
  assert.equal(await languageFor({ 'accept-language': 'xx'.repeat(10_000) }), 'en')
  const { body } = await both.inject({ method: 'GET', url: '/admin', headers: { cookie: 'evident_language=de' } })
  assert.match(body, /Laden/)
  for (const file of ['main-1a2b.js', 'main-3c4d.js'])
    assert.equal((await both.inject({ method: 'GET', url: `/admin/assets/${file}` })).statusCode, 200)
  await both.close()
})

test('files outside the build are unreachable, and a missing file does not return the page', async () => {
  for (const path of ['other.js', '..%2f..%2fsecret.js', '%2e%2e/index.html', 'main-1a2b.js%00']) {
    const { statusCode, body } = await get(`/admin/assets/${path}`)
    assert.doesNotMatch(body, /secret/)
    assert.ok(statusCode === 404 || statusCode === 400 || body.includes('<title>Shop'), `${path}: ${statusCode}`)
  }
  assert.equal((await get('/admin/assets/old-9f9f.js')).statusCode, 404)
})
