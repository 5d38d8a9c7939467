import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#locales/languages.ts'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { type Answer, day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { appendEntries } from '../commands.ts'
import { hashLeaf } from '../rules.ts'
import { closeDay, grow } from './commands.ts'
import { ensureKey, rotateKey } from './key-commands.ts'
import { hashNode } from './tree-rules.ts'
import { path as pathOf, proof as proofOf, treeHash } from './trees.testing.ts'

let shop: Shop
let mug: string
// The clock is far from midnight, so that no day ends between two calls.
const service = provideService({ now: new Date('2026-11-20T12:00:00Z') }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
})

const closeDays = () => {
  const job = jobs.find(({ operatorName }) => operatorName === 'evidence-heads')
  assert.ok(job)
  const { db, services } = service.service
  return perform(job, { db, services, stopping: new AbortController().signal }, {})
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await service.app.inject({ method: 'GET', url: path, headers })
  return { status: response.statusCode, text: response.payload, headers: response.headers }
}

const publicly = async (path: string, where = shop) => {
  const answer = await ask(`/evidence/${where.storeEnvId}${path}`)
  return { ...answer, body: JSON.parse(answer.text) as Answer['body'] }
}

const listLeaves = async (where = shop): Promise<Buffer[]> =>
  (
    await service.service.db.store(where, 'read', (tx) =>
      tx.all<{ entry: string }>(
        sql`select entry from evidence_entries where store_env_id = ${tx.storeEnvId} order by seq`,
      ),
    )
  ).map(({ entry }) => hashLeaf(entry))

test('each UTC day is closed by one entry, and signed once', async () => {
  await post(shop.api, mug)
  assert.equal((await ask(`/evidence/${shop.storeEnvId}/checkpoint`)).status, 404)
  await closeDays()
  await closeDays()
  const now = service.service.clock.now()
  const yesterday = new Date(now.getTime() - day).toISOString().slice(0, 10)
  const { data } = (await shop.api.get('/evidence/entries?type=day')).body
  assert.deepEqual(
    data.map(({ data, by, review }: never) => [data, by, review]),
    [[{ date: yesterday }, { role: 'SYSTEM', via: 'system' }, null]],
  )
  service.advance(day)
  await closeDays()
  // No job runs on the day in between, so that day has no head.
  service.advance(2 * day)
  await closeDays()
  const heads = (await shop.api.get('/evidence/heads')).body.data
  const dates = [3, 1, 0].map((days) =>
    new Date(Date.parse(`${yesterday}T00:00:00Z`) + days * day).toISOString().slice(0, 10),
  )
  assert.deepEqual(
    heads.map(({ date }: { date: string }) => date),
    dates,
  )
  const leaves = await listLeaves()
  for (const { size, rootHash } of heads) assert.equal(rootHash, treeHash(leaves.slice(0, size)).toString('hex'))
  assert.deepEqual((await publicly('/heads?limit=2')).body.data, heads.slice(0, 2))
  const { nextCursor } = (await publicly('/heads?limit=2')).body.pagination
  assert.deepEqual((await publicly(`/heads?limit=2&cursor=${nextCursor}`)).body.data, heads.slice(2))
  const checkpoint = await ask(`/evidence/${shop.storeEnvId}/checkpoint`)
  assert.equal(checkpoint.text, heads[0].checkpoint)
  assert.match(checkpoint.headers['content-type'] as string, /^text\/plain/)
})

test('everybody may read heads without credentials, and no cookie is set', async () => {
  for (const path of [
    '/evidence/keys',
    '/evidence/verify.mjs',
    `/evidence/${shop.storeEnvId}`,
    `/evidence/${shop.storeEnvId}/checkpoint`,
    `/evidence/${shop.storeEnvId}/heads`,
    `/evidence/${shop.storeEnvId}/consistency?from=1&to=2`,
  ]) {
    const { status, headers } = await ask(path, { origin: 'https://elsewhere.example' })
    assert.deepEqual(
      [status, headers['access-control-allow-origin'], headers['set-cookie']],
      [200, '*', undefined],
      path,
    )
  }
  for (const path of ['/evidence/nothing', `/evidence/${shop.storeEnvId.replace(/.$/, 'x')}/heads`]) {
    const { status, headers } = await ask(path)
    assert.deepEqual([status, headers['access-control-allow-origin']], [404, '*'], path)
  }
  const page = await ask(`/evidence/${shop.storeEnvId}`)
  assert.match(page.headers['content-type'] as string, /^text\/html/)
  assert.match(page.text, /Latest signature/)
  const keys = JSON.parse((await ask('/evidence/keys')).text)
  assert.equal(Buffer.from(keys.data[0].publicKey, 'base64').length, 32)
  assert.equal(keys.data.at(-1).until, null)
})

test("the ledger's page is in the reader's language, and complete in every language", async () => {
  const path = `/evidence/${shop.storeEnvId}`
  const seen = new Set<string>()
  for (const language of languages) {
    const { text } = await ask(path, { 'accept-language': `tlh, ${language};q=0.8` })
    const direction = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr'
    assert.match(text, new RegExp(`<html lang="${language}" dir="${direction}">`))
    assert.match(text, new RegExp(`<main dir="${direction}">`))
    const places = ['checkpoint', 'heads'].map((name) => `${path}/${name}"`)
    for (const place of [...places, '/evidence/keys"', '/evidence/verify.mjs"', '/docs/evidence"', '{id}</code>'])
      assert.ok(text.includes(place), `${language}: ${place}`)
    assert.match(text, /from=\{size\}&amp;to=\{size\}<\/code>/)
    // The page contains no placeholder and no unrendered link.
    assert.doesNotMatch(text, /\{(store|address|command)\}|\]\(/)
    seen.add(/<h1>(.*)<\/h1>/.exec(text)?.[1] ?? '')
  }
  assert.equal(seen.size, languages.length)
  assert.match((await ask(path, { 'accept-language': 'de-CH' })).text, /<h2>Neueste Signatur<\/h2>/)
  assert.match((await ask(path)).text, /<html lang="en" dir="ltr">/)
})

test("the newest head proves a review's entries, and each head extends earlier heads", async () => {
  const many = await service.shop('Many')
  const productId = await addProduct(many)
  const { id } = await post(many.api, productId, { authorName: 'Ann' })
  assert.equal((await many.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  const before = (await publicly(`/reviews/${id}`, many)).body
  assert.equal(before.checkpoint, null)
  assert.deepEqual(
    before.entries.map(({ path }: never) => path),
    [null, null, null],
  )
  await fill(many, 1_000)
  await closeDays()
  const leaves = await listLeaves(many)
  const size = leaves.length
  assert.equal((await many.api.put(`/reviews/${id}`, { status: 'rejected' })).status, 200)
  const { checkpoint, entries, salt } = (await publicly(`/reviews/${id}`, many)).body
  assert.equal(salt, null)
  assert.match(checkpoint, new RegExp(`^evident/${many.storeEnvId}\n${size}\n`))
  for (const { entry, path } of entries.slice(0, -1))
    assert.deepEqual(
      path,
      pathOf(entry.seq, leaves).map((hash) => hash.toString('hex')),
    )
  assert.equal(entries.at(-1).path, null)
  for (const [from, to] of [
    [1, size],
    [3, 999],
    [512, 1000],
    [size, size],
  ] as const) {
    const { body } = await publicly(`/consistency?from=${from}&to=${to}`, many)
    const expected = proofOf(from, leaves.slice(0, to)).map((hash) => hash.toString('hex'))
    assert.deepEqual(body.path, expected)
  }
  for (const query of ['from=0&to=1', 'from=2&to=1', `from=1&to=${size + 1}`, 'from=1', 'from=1&to=x', 'from=1&to=1e3'])
    assert.equal((await publicly(`/consistency?${query}`, many)).status, 400, query)
})

async function fill(where: Shop, count: number) {
  await service.service.db.store(where, 'write', async (tx) =>
    appendEntries(
      tx,
      Array.from({ length: count }, (_, i) => ({ type: 'policy', review: null, data: { version: i, sha256: 'x' } })),
    ),
  )
}

test('the public cannot find a review that was never public or whose author was erased', async () => {
  const { id } = await post(shop.api, mug, { authorEmail: 'leaves@customer.example' })
  assert.equal((await publicly(`/reviews/${id}`)).status, 404)
  assert.equal((await shop.api.get(`/evidence/reviews/${id}`)).status, 200)
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  const shown = (await publicly(`/reviews/${id}`)).body
  assert.match(shown.salt, /^[0-9a-f]{64}$/)
  const elsewhere = await service.shop()
  assert.equal((await publicly(`/reviews/${id}`, elsewhere)).status, 404)
  assert.equal((await elsewhere.api.get(`/evidence/reviews/${id}`)).status, 404)
  await shop.api.post('/customers/erase', { email: 'leaves@customer.example' })
  assert.equal((await publicly(`/reviews/${id}`)).status, 404)
  const { id: second } = await post(shop.api, mug)
  await shop.api.put(`/reviews/${second}`, { status: 'approved' })
  assert.equal((await shop.api.delete(`/reviews/${second}`)).status, 204)
  const deleted = await publicly(`/reviews/${second}`)
  assert.deepEqual([deleted.status, deleted.body.salt], [200, null])
  for (const wrong of ['x', '%00', `${id}0`]) assert.equal((await publicly(`/reviews/${wrong}`)).status, 404, wrong)
})

test('after a rotation both keys are published, the earlier one with its end', async () => {
  const { db, services } = service.service
  await ensureKey(db, services.secrets)
  const [before] = JSON.parse((await ask('/evidence/keys')).text).data
  service.advance(1_000)
  const publicKey = await rotateKey(db, services.secrets)
  const { data } = JSON.parse((await ask('/evidence/keys')).text)
  assert.equal(data.length, 2)
  assert.equal(data[0].publicKey, before.publicKey)
  assert.equal(data[0].until, data[1].from)
  assert.deepEqual([data[1].publicKey, data[1].until], [publicKey, null])
})

test('a tree that is far behind catches up in batches and reaches the same root', async () => {
  const large = await service.shop('Large')
  await fill(large, 17_000)
  const stopping = new AbortController().signal
  const { db, services } = service.service
  assert.equal(await grow({ db, stopping }, large), true)
  await closeDay({ db, secrets: services.secrets, now: services.clock.now(), stopping }, large)
  const [head] = (await large.api.get('/evidence/heads')).body.data
  const leaves = await listLeaves(large)
  let level = leaves
  // Hashes are joined level by level, which gives the same root as the definition.
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) =>
      level[2 * i + 1] ? hashNode(level[2 * i] as Buffer, level[2 * i + 1] as Buffer) : (level[2 * i] as Buffer),
    )
  assert.equal(head.rootHash, level[0]?.toString('hex'))
})

test('entries are listed newest first, page by page, filtered by review and type', async () => {
  const busy = await service.shop('Listed')
  const productId = await addProduct(busy)
  for (let i = 0; i < 3; i++) await post(busy.api, productId, { authorEmail: `l${i}@customer.example` })
  const all = (await busy.api.get('/evidence/entries?includeTotal=true')).body
  assert.deepEqual(
    all.data.map(({ seq }: { seq: number }) => seq),
    [5, 4, 3, 2, 1, 0],
  )
  assert.equal(all.pagination.total, 6)
  const { leafHash, ...entry } = all.data[0]
  assert.deepEqual(Object.keys(entry).sort(), ['at', 'by', 'data', 'prev', 'review', 'seq', 'store', 'type', 'v'])
  assert.equal(leafHash, (await listLeaves(busy)).at(-1)?.toString('hex'))
  const { review } = all.data[0]
  const ofReview = (await busy.api.get(`/evidence/entries?review=${review}&type=submitted,deleted`)).body.data
  assert.deepEqual(
    ofReview.map(({ type, seq }: never) => [type, seq]),
    [['submitted', 4]],
  )
  const first = (await busy.api.get('/evidence/entries?limit=4')).body
  const second = (await busy.api.get(`/evidence/entries?limit=4&cursor=${first.pagination.nextCursor}`)).body
  assert.deepEqual([...first.data, ...second.data], all.data)
})
