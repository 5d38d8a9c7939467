import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, day, provideService, type Shop, startService } from '#test/service.ts'

let shop: Shop
const service = provideService(
  {
    // The time is noon, so that the day does not end during the test. A widget is counted once a day.
    now: new Date('2026-11-21T12:00:00Z'),
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Acme <reviews@mail.acme.example>' },
  },
  async () => {
    shop = await service.shop()
  },
)

type Step = { name: string; done: boolean; skipped: boolean; mayDo: boolean; missing: string[] }
const read = async (api: Api = shop.api) => (await api.get('/features/first-run')).body
const readSteps = async (api?: Api): Promise<Step[]> => (await read(api)).steps
const done = async () => (await readSteps()).filter((step) => step.done).map(({ name }) => name)
const seenRows = async (storeEnvId = shop.storeEnvId) => {
  await service.service.kernel.usage.settle()
  const { rows } = await service.query(
    'select widget, first_seen_at, last_seen_at from widget_sightings where store_env_id = $1 order by widget',
    [storeEnvId],
  )
  return rows
}

test('a new store has completed no step, and each step names its condition', async () => {
  const answer = await read()
  assert.deepEqual(
    answer.steps.map(({ name, done, missing }: Step) => [name, done, missing]),
    [
      ['products', false, []],
      ['reviews', false, []],
      ['widget', false, []],
      ['sender', false, ['footer_address']],
      ['feed', false, []],
    ],
  )
  assert.deepEqual([answer.complete, answer.widgets], [false, []])
})

test('pushing products completes the first step', async () => {
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  assert.deepEqual(await done(), ['products'])
})

test('a widget counts as seen only on a page of the shop, never in previews', async () => {
  assert.equal(
    (await service.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://evil.example' }).get(reviewsPath)).status,
    403,
  )
  const { pass } = (await shop.api.get('/placements/preview-pass')).body
  const preview = service.with({
    'x-store-env-id': shop.storeEnvId,
    'x-preview-pass': pass,
    'sec-fetch-site': 'same-origin',
  })
  assert.equal((await preview.get(reviewsPath)).status, 200)
  assert.equal((await preview.get(reviewsPath)).status, 200)
  assert.deepEqual(await seenRows(), [])
  // The previews have filled the cache, but the first view on a page of the shop is counted all the same.
  assert.equal((await shop.storefront.get(reviewsPath)).status, 200)
  assert.deepEqual(
    (await seenRows()).map(({ widget }) => widget),
    ['reviews'],
  )
  assert.deepEqual(await done(), ['products', 'widget'])
  for (const { firstSeenAt, lastSeenAt } of (await read()).widgets)
    for (const at of [firstSeenAt, lastSeenAt])
      assert.equal(at, new Date(at).toISOString(), 'as every instant of the API')
  assert.deepEqual(
    (await read()).widgets.map(({ widget }: { widget: string }) => widget),
    ['reviews'],
  )
})

const reviewsPath = '/storefront/reviews?platformProductId=mug'

test('a day of page views writes one row with the first and last time', async () => {
  const [first] = await seenRows()
  const readSightingVersion = async () =>
    (
      await service.query('select xmin::text as version from widget_sightings where store_env_id = $1', [
        shop.storeEnvId,
      ])
    ).rows[0].version
  const version = await readSightingVersion()
  const other = await startService({ beside: service })
  try {
    for (let i = 0; i < 5; i++) await shop.storefront.get(`${reviewsPath}&limit=${i + 1}`)
    await other
      .with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
      .get(`${reviewsPath}&limit=7`)
    await other.service.kernel.usage.settle()
    await service.service.kernel.usage.settle()
    assert.equal(await readSightingVersion(), version, 'not even written anew by another process')
  } finally {
    await other.close()
  }
  service.advance(day)
  await shop.storefront.get(reviewsPath)
  const [last] = await seenRows()
  assert.deepEqual(last.first_seen_at, first.first_seen_at)
  assert.ok(last.last_seen_at > first.last_seen_at)
})

test('a stored widget sighting contains no data about the visitor', async () => {
  const { rows } = await service.query(
    `select column_name from information_schema.columns where table_name = 'widget_sightings' order by 1`,
  )
  assert.deepEqual(
    rows.map((row) => row.column_name),
    ['first_seen_at', 'last_seen_at', 'store_env_id', 'widget'],
  )
})

test('the sender step needs a postal address if the service sends the mails', async () => {
  await shop.api.put('/email-branding', { footerAddress: '1 Mill Lane, Larkmoor' })
  assert.deepEqual(await done(), ['products', 'widget', 'sender'])
  const quiet = await startService({ beside: service })
  try {
    const own = quiet.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${shop.adminKey}` })
    const sender = (await readSteps(own)).find(({ name }) => name === 'sender')
    assert.deepEqual([sender?.done, sender?.missing], [false, ['sender_address', 'smtp']])
  } finally {
    await quiet.close()
  }
})

test('a finished import of reviews completes its step, but a dry run does not', async () => {
  const file = 'product_id,rating,body,created_at,author\nmug,5,Keeps tea hot.,2026-01-02,Jane\n'
  const send = (query: string) =>
    shop.api.call('POST', `/imports/reviews${query}`, file, { 'content-type': 'text/csv' })
  await send('?dryRun=true')
  await service.runJobs()
  assert.deepEqual(await done(), ['products', 'widget', 'sender'])
  await send('')
  await service.runJobs()
  assert.deepEqual(await done(), ['products', 'reviews', 'widget', 'sender'])
})

test('the review feed is the last step and completes the list', async () => {
  assert.equal((await read()).complete, false)
  await shop.api.post('/products/review-feed')
  assert.equal((await read()).complete, true)
  await shop.api.delete('/products/review-feed')
  assert.equal((await read()).complete, false)
})

test('a skipped step no longer blocks the list, and can be resumed', async () => {
  const change = (skipped: string[]) => shop.api.patch('/features/first-run', { skipped })
  const { body } = await change(['feed', 'feed'])
  assert.deepEqual([body.complete, body.steps.at(-1).skipped, body.steps.at(-1).done], [true, true, false])
  assert.equal((await read()).complete, true)
  assert.equal((await change([])).body.complete, false)
  assert.equal((await change(['bogus'])).status, 400)
})

test('each role sees the actions that it may perform, and only admins skip steps', async () => {
  const may = async (role: 'VIEWER' | 'MEMBER' | 'ADMIN') =>
    (await readSteps(await shop.as(role))).filter(({ mayDo }) => mayDo).map(({ name }) => name)
  assert.deepEqual(await may('VIEWER'), [])
  assert.deepEqual(await may('MEMBER'), ['reviews', 'widget'])
  assert.deepEqual(await may('ADMIN'), ['products', 'reviews', 'widget', 'sender', 'feed'])
  const member = await shop.as('MEMBER')
  assert.equal((await member.patch('/features/first-run', { skipped: [] })).body.code, 'role_insufficient')
})

test('each store has its own list of setup steps', async () => {
  const other = await service.shop()
  const answer = await read(other.api)
  assert.deepEqual(
    answer.steps.filter((step: Step) => step.done || step.skipped),
    [],
  )
  assert.deepEqual(answer.widgets, [])
})
