// The fake shop echoes everything sent to it, in every kind of failure. No secret may leave the service.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { type FakeWooCommerce, startWooCommerce, type Trouble } from '#test/fakes/shops/woocommerce.ts'
import { type Answer, provideService } from '#test/service.ts'

let fake: FakeWooCommerce
const logged: string[] = []
const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
const service = provideService({ log: { debug: note, info: note, warn: note, error: note } }, async () => {
  fake = await startWooCommerce()
  fake.addProduct({
    name: 'Mug',
    sku: 'MUG-1',
    permalink: 'https://shop.example/mug',
    regular_price: '12',
    price: '12',
  })
})
after(() => fake.close())

test('no response, log line, audit entry or row shows a credential or webhook secret', async () => {
  const shop = await service.shop()
  const { consumerKey, consumerSecret } = fake
  const wrong = { consumerKey: `ck_${'a'.repeat(40)}`, consumerSecret: `cs_${'b'.repeat(40)}` }
  const basic = (key: string, secret: string) => Buffer.from(`${key}:${secret}`).toString('base64')
  const secrets = [
    ...[consumerKey, consumerSecret, wrong.consumerKey, wrong.consumerSecret],
    ...[basic(consumerKey, consumerSecret), basic(wrong.consumerKey, wrong.consumerSecret)],
  ]
  const echoed = `You sent ${secrets.join(' and ')}.`
  const failures: Trouble[] = [
    { status: 401, body: JSON.stringify({ code: 'woocommerce_rest_cannot_view', message: echoed }) },
    { status: 500, body: echoed },
    { status: 200, body: `<html>${echoed}</html>` },
    { status: 200, body: `{"broken": "${echoed}` },
    { status: 302, headers: { location: `https://elsewhere.example/?key=${consumerSecret}` } },
    { status: 429, headers: { 'retry-after': '1' }, body: JSON.stringify({ message: echoed }) },
    'hang up',
  ]
  const answers: Answer[] = []
  const connect = (credentials: object, path = '') =>
    shop.api.post(`/connectors/shops${path}`, { platform: 'woocommerce', address: fake.address, credentials })
  for (const failure of failures) {
    fake.troubles = [failure]
    answers.push(await connect({ consumerKey, consumerSecret }, '/test'))
    fake.troubles = [failure]
    const refused = await connect(wrong)
    assert.equal(refused.status, 400, refused.text)
    answers.push(refused)
  }
  fake.troubles = []
  const made = await connect({ consumerKey, consumerSecret })
  assert.equal(made.status, 201, made.text)
  await service.runJobs()
  for (const failure of failures) {
    fake.troubles = Array(6).fill(failure)
    answers.push(await shop.api.post('/products/sync'))
    await service.runJobs()
    answers.push(await shop.api.get(`/connectors/shops/${made.body.id}/syncs`))
    fake.troubles = []
    answers.push(await shop.api.post(`/connectors/shops/${made.body.id}/repair`, {}))
    await service.runJobs()
  }
  answers.push(await shop.api.patch(`/connectors/shops/${made.body.id}`, { credentials: wrong }))
  const owner = await shop.signedIn()
  for (const path of ['/connectors/shops', '/account/audit-log?limit=100', '/email/messages?limit=100', '/products'])
    answers.push(await owner.get(path))
  answers.push(made, await shop.api.delete(`/connectors/shops/${made.body.id}`))

  const database = new Client({ connectionString: service.databaseUrl })
  await database.connect()
  const rows: string[] = []
  const { rows: tables } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  for (const { name } of tables) {
    const { rows: all } = await database.query(`select t::text as row from ${name} t`)
    rows.push(...all.map(({ row }) => row))
  }
  await database.end()

  const places = { answers: answers.map(({ text }) => text), logged, rows }
  assert.ok(answers.length > 30 && logged.length > 10 && rows.length > 100)
  for (const [place, texts] of Object.entries(places))
    for (const secret of secrets) {
      const found = texts.find((text) => text.includes(secret))
      assert.equal(found, undefined, `${place}: ${found?.slice(0, 300)}`)
    }
})
