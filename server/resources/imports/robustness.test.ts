import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import {
  countRows,
  importFile,
  listImportedReviews,
  listImportRows,
  looxFile,
  makeMugShop,
  queryAs,
  upload,
} from './imports.testing.ts'
import importJobs from './jobs.ts'

const service = provideService()

const mugShop = () => makeMugShop(service)

describe('malicious and damaged files', () => {
  test('a cell that looks like a formula is imported as plain text', async () => {
    const shop = await mugShop()
    await importFile(
      service,
      shop.api,
      looxFile(1, () => ({ body: '=HYPERLINK(""http://evil"")' })),
    )
    assert.equal((await listImportedReviews(shop.api))[0].body, '=HYPERLINK("http://evil")')
  })

  test('a row with NUL, invalid bytes, a huge cell or broken quote fails only itself', async () => {
    const shop = await mugShop()
    const header = 'product_handle,rating,author,email,body,created_at\n'
    const row = (body: string | Buffer) =>
      Buffer.concat([Buffer.from('mug,5,Ada,,'), Buffer.from(body), Buffer.from(',2024-01-01\n')])
    const good = Array.from({ length: 9 }, (_, i) => row(`good é ${i}`))
    const file = Buffer.concat([
      Buffer.from(header),
      row('a\u0000b'),
      ...good,
      row(Buffer.from([0x61, 0xff, 0xfe, 0x62])),
      row('x'.repeat(200_000)),
      row('y'.repeat(6_000)),
      row('say "no" twice"'),
      row('last'),
    ])
    const done = await importFile(service, shop.api, file)
    assert.equal(done.status, 'completed', JSON.stringify(done))
    const failures = await listImportRows(shop.api, done.id, '&outcome=failed')
    assert.ok(failures.length >= 4, JSON.stringify(failures))
    assert.ok(failures.every((each: { code: string; message: string }) => each.code && each.message.length < 500))
    const bodies = (await listImportedReviews(shop.api)).map((review: { body: string }) => review.body)
    assert.ok(bodies.includes('last') && bodies.includes('good é 8'), JSON.stringify(bodies))
    assert.equal(done.imported + done.failed, done.total)

    const half = '{"rating":5,"body":"\\ud800","date":"2024-01-01","author":"A","handle":"mug"}\n'
    const lines = await importFile(service, shop.api, half.repeat(2) + half.replace('\\ud800', 'fine'))
    assert.deepEqual([lines.imported, lines.failed], [1, 2])
  })

  test('ten thousand columns, an unknown header and a spreadsheet are refused immediately', async () => {
    const shop = await mugShop()
    const wide = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(',')
    for (const [file, message] of [
      [`${wide}\n1\n`, /columns/],
      ['colour,weight\nred,5\n', /Missing columns:/],
      [Buffer.from('504b0304deadbeef', 'hex'), /spreadsheet/],
      ['[{"rating":5}]', /Missing columns:/],
      ['<html></html>', /web page/],
    ] as const) {
      const { status, body } = await upload(shop.api, file as Buffer)
      assert.deepEqual([status, body.code], [400, 'unknown_format'], JSON.stringify(body))
      assert.match(body.message, message)
    }
    const { body } = await upload(shop.api, 'colour,weight\nred,5\n')
    assert.deepEqual(
      body.details.map((each: { path: string }) => each.path),
      ['/columns', '/columns', '/columns', '/columns', '/columns/0', '/columns/1'],
    )
    assert.deepEqual((await shop.api.get('/imports')).body.data, [])
  })

  test('a file that cannot be read to its end fails before any row is written', async () => {
    const shop = await mugShop()
    const file = `${looxFile(2000)}mug,5,Ada,,"never closed,2024-01-01\n${'mug,5,Ada,,fine,2024-01-01\n'.repeat(3)}`
    const done = await importFile(service, shop.api, file)
    assert.deepEqual([done.status, done.error.code, done.processed], ['failed', 'quote_not_closed', 0])
    assert.match(done.error.message, /line 2002/)
    assert.deepEqual(await listImportedReviews(shop.api), [])
    assert.ok(done.finishedAt)
  })

  test('unused columns and old encodings are reported for the whole file', async () => {
    const shop = await mugShop()
    const file = Buffer.from('rating,body,date,author,handle,shoe size\n5,Très bien,2024-01-01,René,mug,44\n', 'latin1')
    const done = await importFile(service, shop.api, file)
    assert.deepEqual(
      done.warnings.map((each: { code: string }) => each.code),
      ['columns_not_used', 'encoding_windows_1252'],
    )
    assert.equal((await listImportedReviews(shop.api))[0].body, 'Très bien')
  })

  test('the outcome of an imported row includes its warnings', async () => {
    const shop = await mugShop()
    const done = await importFile(
      service,
      shop.api,
      looxFile(1, () => ({ email: 'not an address' })),
    )
    const [row] = await listImportRows(shop.api, done.id)
    assert.deepEqual([row.outcome, row.code], ['imported', 'invalid_email'])
    assert.ok(row.reviewId)
  })

  test('a row that the database refuses fails only itself', async () => {
    const shop = await mugShop()
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    await client.query("alter table reviews add constraint no_poison check (body <> 'poison')")
    try {
      const done = await importFile(
        service,
        shop.api,
        looxFile(5, (i) => (i === 3 ? { body: 'poison' } : {})),
      )
      assert.deepEqual([done.status, done.imported, done.failed], ['completed', 4, 1])
      const [row] = await listImportRows(shop.api, done.id, '&outcome=failed')
      assert.deepEqual([row.line, row.code], [5, 'storage_error'])
    } finally {
      await client.query('alter table reviews drop constraint no_poison')
      await client.end()
    }
  })
})

describe('concurrent runs and later cleaning', () => {
  test('two imports of the same reviews in opposite order cause neither deadlock nor duplicates', async () => {
    const shop = await mugShop()
    const [header, ...lines] = looxFile(1500).trimEnd().split('\n')
    const files = [lines, lines.toReversed()].map((rows) => [header, ...rows].join('\n'))
    const ids = []
    for (const file of files) ids.push((await upload(shop.api, file)).body.id)
    await Promise.all(ids.map((importId) => runOnce(shop, importId)))
    await service.runJobs()
    const done = await Promise.all(ids.map(async (id) => (await shop.api.get(`/imports/${id}`)).body))
    assert.deepEqual(
      done.map((each) => each.status),
      ['completed', 'completed'],
    )
    const sum = (name: string) => done.reduce((total, each) => total + each[name], 0)
    assert.deepEqual([sum('imported'), sum('updated'), sum('skipped'), sum('failed')], [1500, 0, 1500, 0])
    assert.equal(await countRows(service, shop, 'reviews'), 1500)
    await service.runJobs()
  })

  test('parallel runs of one import count each row once', async () => {
    const shop = await mugShop()
    const { id } = (await upload(shop.api, looxFile(2000))).body
    await Promise.all([runOnce(shop, id), runOnce(shop, id), runOnce(shop, id)])
    await service.runJobs()
    const { body } = await shop.api.get(`/imports/${id}`)
    assert.deepEqual([body.status, body.imported, body.processed], ['completed', 2000, 2000])
    assert.equal(await countRows(service, shop, 'import_rows'), 2000)
  })

  test('the uploaded file is deleted after thirty days, and the outcomes of its rows stay', async () => {
    const shop = await mugShop()
    const { id } = await importFile(service, shop.api, looxFile(1))
    const [{ file_key }] = (await queryAs(service, shop, 'select file_key from imports')) as [{ file_key: string }]
    const { storage } = service.service.services
    await runClean()
    assert.equal(await storage.exists(file_key), true)
    service.advance(31 * day)
    await runClean()
    assert.equal(await storage.exists(file_key), false)
    assert.deepEqual(await queryAs(service, shop, 'select file_key from imports'), [{ file_key: null }])
    assert.equal((await shop.api.get(`/imports/${id}`)).body.status, 'completed')
    assert.equal((await listImportRows(shop.api, id)).length, 1)
  })

  test('a file of an unfinished upload is deleted after two days', async () => {
    const shop = await mugShop()
    await importFile(service, shop.api, looxFile(1))
    const [{ file_key }] = (await queryAs(service, shop, 'select file_key from imports')) as [{ file_key: string }]
    const { storage, clock } = service.service.services
    const left = `imports/${shop.storeEnvId}/${newId(clock.nowMs())}`
    await storage.put(left, Buffer.from(looxFile(1)))
    service.advance(day)
    await runClean()
    assert.equal(await storage.exists(left), true)
    service.advance(2 * day)
    await runClean()
    assert.deepEqual([await storage.exists(left), await storage.exists(file_key)], [false, true])
  })

  test('an import whose jobs were lost is resumed', async () => {
    const shop = await mugShop()
    const { id } = (await upload(shop.api, looxFile(1))).body
    await service.service.db.workerPool.query('delete from graphile_worker._private_jobs')
    service.advance(2 * 3_600_000)
    await runClean()
    await service.runJobs()
    assert.equal((await shop.api.get(`/imports/${id}`)).body.status, 'completed')
  })

  test('an import without progress is given up with an error', async () => {
    const shop = await mugShop()
    const { id } = (await upload(shop.api, looxFile(1))).body
    await runOnce(shop, id, { stuckAt: 0, tries: 20 })
    const { body } = await shop.api.get(`/imports/${id}`)
    assert.deepEqual([body.status, body.error.code], ['failed', 'internal_error'])
    await service.runJobs()
  })
})

const jobNamed = (id: string) => {
  const found = importJobs.find((each) => each.id === id)
  assert.ok(found)
  return found
}

const context = () => ({
  db: service.service.db,
  services: service.service.services,
  stopping: new AbortController().signal,
})

const runClean = () => perform(jobNamed('imports.clean'), context(), {})

const runOnce = ({ storeEnvId, organizationId }: Shop, importId: string, more: object = {}) =>
  perform(jobNamed('imports.run'), context(), { storeEnvId, organizationId, importId, ...more })
