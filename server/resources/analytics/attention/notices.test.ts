import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#locales/languages.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { importFile, looxFile } from '#resources/imports/imports.testing.ts'
import { join } from '#resources/orgs/orgs.testing.ts'
import { addProduct, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { summarizeWeek } from './notice-commands.ts'
import { writeAlert, writeSummary } from './notice-kind.ts'
import { findWeek, readKey, stopUrl, toKey, weekOf } from './notice-rules.ts'

// A Monday, 03:00 in Auckland and 15:00 of the Sunday before in London.
const start = new Date('2026-10-18T14:00:00Z')
const service = provideService({ now: start })

const on = { weeklySummary: true, lowRatings: true, language: 'en' }
const off = { weeklySummary: false, lowRatings: false, language: 'en' }

type Sent = { recipient: string; state: string; reason: string | null; subject: string | null; key: string }
const listMails = async (shop: Shop): Promise<Sent[]> =>
  (
    await service.query<Sent>(
      `select recipient, state, reason, subject, key from email_messages where store_env_id = $1 and template = 'team_mail' order by created_at, key`,
      [shop.storeEnvId],
    )
  ).rows
const readMailbox = async (shop: Shop) =>
  (
    await service.query<{
      subject: string
      text: string
      html: string
    }>(
      'select subject, text_body as text, html_body as html from mailbox where store_env_id = $1 order by created_at, id',
      [shop.storeEnvId],
    )
  ).rows

async function openShop(timezone = 'Pacific/Auckland') {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  assert.equal((await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone })).status, 200)
  const productId = await addProduct(shop)
  return { shop, owner, productId }
}
const turnOn = async (api: { put: Shop['api']['put'] }, to: object = on) => {
  const { status, text } = await api.put('/analytics/notifications', to)
  assert.equal(status, 200, text)
}
const perStore = async (shop: Shop) => {
  const { db, services } = service.service
  await summarizeWeek(db, shop, services, services.clock.now())
  await service.runJobs()
}

test('each person turns the mails on for themselves, and gets no mail before that', async () => {
  const { shop, owner } = await openShop()
  const member = await join(service, shop, 'VIEWER')
  assert.deepEqual((await owner.get('/analytics/notifications')).body, off)
  await turnOn(member.api)
  assert.deepEqual((await member.api.get('/analytics/notifications')).body, on)
  assert.deepEqual((await owner.get('/analytics/notifications')).body, off)
  assert.equal((await shop.api.get('/analytics/notifications')).status, 403)
  assert.equal((await owner.put('/analytics/notifications', { ...on, language: 'xx' })).status, 400)
})

test("a summary comes once a week, on Monday morning of the store's time zone, in the person's language", async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner, { ...on, language: 'de' })
  await addReviews(service, shop, [
    { productId, rating: 1, status: 'approved', submittedAt: '2026-10-18T10:30:00Z' },
    { productId, rating: 5, status: 'approved', submittedAt: '2026-10-12T10:30:00Z' },
    // In Auckland, Sundays end at 11:00 UTC, so these two reviews are outside of the week.
    { productId, rating: 4, status: 'approved', submittedAt: '2026-10-11T10:30:00Z' },
    { productId, rating: 4, status: 'approved', submittedAt: '2026-10-18T11:30:00Z' },
  ])
  await perStore(shop)
  assert.deepEqual(await listMails(shop), [], 'it is 3 in the morning')
  service.advance(5 * 3_600_000)
  await perStore(shop)
  await perStore(shop)
  const mails = await listMails(shop)
  assert.deepEqual(
    mails.map(({ recipient, state }) => [recipient, state]),
    [[shop.ownerEmail, 'sent']],
  )
  const [mail] = await readMailbox(shop)
  assert.match(mail?.subject ?? '', /^Ihre Woche bei /)
  assert.match(mail?.text ?? '', /2 neue Bewertungen\. In der Woche davor: 1\./)
  assert.match(mail?.text ?? '', /Durchschnitt: 3,0\. In der Woche davor: 4,0\./)
  assert.match(mail?.text ?? '', /1 Bewertung mit einem oder zwei Sternen\./)
  service.advance(7 * day)
  await addReviews(service, shop, [{ productId, submittedAt: '2026-10-20T10:30:00Z' }])
  await perStore(shop)
  assert.equal((await listMails(shop)).length, 2)
})

test('a week without reviews sends no mail, even if an old review arrives later', async () => {
  const { shop, owner, productId } = await openShop('UTC')
  await turnOn(owner)
  service.advance(8 * day)
  await perStore(shop)
  assert.deepEqual(await listMails(shop), [])
  const at = new Date(service.service.clock.nowMs() - 5 * day).toISOString()
  await addReviews(service, shop, [{ productId, status: 'approved', submittedAt: at }])
  await perStore(shop)
  assert.deepEqual(await listMails(shop), [])
})

test('six runs at the same moment send one summary', async () => {
  const { shop, owner, productId } = await openShop('UTC')
  await turnOn(owner)
  service.advance(8 * day)
  const at = new Date(service.service.clock.nowMs() - 7 * day).toISOString()
  await addReviews(service, shop, [{ productId, status: 'pending', submittedAt: at }])
  const { db, services } = service.service
  await Promise.all(Array.from({ length: 6 }, () => summarizeWeek(db, shop, services, services.clock.now())))
  await service.runJobs()
  assert.equal((await listMails(shop)).length, 1)
})

test('the hourly job mails the summary of a due store once', async () => {
  const { shop, owner, productId } = await openShop('UTC')
  await turnOn(owner)
  await addReviews(service, shop, [{ productId, status: 'pending' }])
  service.advance(8 * day)
  const walk = jobs.find(({ id }) => id === 'analytics.summarize_weeks')
  assert.ok(walk)
  const { db, services } = service.service
  const run = () => perform(walk, { db, services, stopping: new AbortController().signal }, {})
  await run()
  await service.runJobs()
  await run()
  await service.runJobs()
  assert.equal((await listMails(shop)).filter(({ state }) => state === 'sent').length, 1)
})

const write = (shop: Shop, productId: string, rating: number, more: object = {}) =>
  post(shop.api, productId, { rating, body: `{{ store.name }} <b>leaks</b> ${rating}`, ...more })

test('a low rating is mailed with its text, and a high rating is not', async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner)
  await write(shop, productId, 5)
  await service.runJobs()
  assert.deepEqual(await listMails(shop), [])
  await write(shop, productId, 2, { authorEmail: 'secret.person@customer.example' })
  await service.runJobs()
  const [mail] = await readMailbox(shop)
  assert.match(mail?.subject ?? '', /^New review with a low rating at /)
  assert.match(mail?.text ?? '', /★★☆☆☆ · .*“\{\{ store\.name \}\} <b>leaks<\/b> 2”/)
  assert.match(mail?.html ?? '', /&lt;b&gt;leaks/)
  assert.doesNotMatch(`${mail?.text} ${mail?.html}`, /secret\.person/)
})

test('low ratings of one hour share one mail, however many they are', async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner)
  await write(shop, productId, 1)
  await service.runJobs()
  for (let i = 0; i < 7; i++) await write(shop, productId, 1, { authorEmail: `a${i}@customer.example` })
  await service.runJobs()
  assert.equal((await listMails(shop)).length, 1)
  service.advance(3_700_000)
  await service.tick()
  const mails = await readMailbox(shop)
  assert.deepEqual(
    mails.map(({ subject }) => subject.replace(/ at .*/, '')),
    ['New review with a low rating', '7 new reviews with low ratings'],
  )
  assert.match(mails[1]?.text ?? '', /and 2 more/)
  service.advance(3_700_000)
  await service.tick()
  assert.equal((await readMailbox(shop)).length, 2)
})

test('an alert is not sent if its review no longer needs attention', async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner)
  const { db, services } = service.service
  await write(shop, productId, 1)
  const { rows } = await service.query('select id from reviews where store_env_id = $1', [shop.storeEnvId])
  const { alertLowRatings } = await import('./notice-commands.ts')
  await db.store(shop, 'write', (tx) => alertLowRatings(tx, services))
  assert.equal((await shop.api.delete(`/reviews/${rows[0]?.id}`)).status, 204)
  await service.runJobs()
  assert.deepEqual(
    (await listMails(shop)).map(({ state, reason }) => [state, reason]),
    [['skipped', 'nothing_to_say']],
  )
})

test('a person who lost access or turned the mails off gets none', async () => {
  const { shop, productId } = await openShop()
  const [one, two] = [await join(service, shop, 'MEMBER'), await join(service, shop, 'MEMBER')]
  await turnOn(one.api)
  await turnOn(two.api)
  const { db, services } = service.service
  await write(shop, productId, 1)
  const { alertLowRatings } = await import('./notice-commands.ts')
  await db.store(shop, 'write', (tx) => alertLowRatings(tx, services))
  await turnOn(one.api, off)
  await service.query('update memberships set active = false where user_id = $1', [two.userId])
  await service.runJobs()
  assert.deepEqual(
    (await listMails(shop)).map(({ reason }) => reason),
    ['no_longer_wanted', 'no_longer_wanted'],
  )
})

test("a mail's link turns off only that kind of mail, by a button or by one click", async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner)
  await write(shop, productId, 1)
  await service.runJobs()
  const [mail] = await readMailbox(shop)
  const url = /http\S*\/n\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  const path = new URL(url).pathname
  const [stored] = (await service.query('select headers from mailbox where store_env_id = $1', [shop.storeEnvId])).rows
  assert.match(JSON.stringify(stored?.headers ?? {}), /List-Unsubscribe/)
  const page = await service.app.inject({ method: 'GET', url: path })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /alerts about low ratings/)
  assert.deepEqual((await owner.get('/analytics/notifications')).body, on)
  for (const payload of ['', 'List-Unsubscribe=One-Click'])
    assert.equal(
      (
        await service.app.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).statusCode,
      200,
    )
  assert.deepEqual((await owner.get('/analytics/notifications')).body, { ...on, lowRatings: false })
})

test('forged and foreign links show an error and change nothing', async () => {
  const { shop, owner } = await openShop()
  await turnOn(owner)
  const other = await service.shop()
  const { rows } = await service.query('select id from analytics_notifications where store_env_id = $1', [
    shop.storeEnvId,
  ])
  const foreign = stopUrl(service.service.services, 'low_ratings', { storeEnvId: other.storeEnvId, id: rows[0]?.id })
  const good = stopUrl(service.service.services, 'low_ratings', { storeEnvId: shop.storeEnvId, id: rows[0]?.id })
  for (const url of [foreign, `${good.slice(0, -2)}AA`, '/n/x', '/n/..%2f'].map(
    (each) => new URL(each, 'http://x').pathname,
  ))
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await service.app.inject({ method, url })).statusCode, 404, url)
  assert.deepEqual((await owner.get('/analytics/notifications')).body, on)
})

test('imports and other stores cause no alert', async () => {
  const { shop, owner, productId } = await openShop()
  await turnOn(owner)
  const other = await openShop()
  await write(other.shop, other.productId, 1)
  const { body } = await shop.api.get('/products?limit=100')
  await shop.api.put('/products', [{ platformProductId: body.data[0].platformProductId, handle: 'mug', title: 'Mug' }])
  const imported = await importFile(
    service,
    shop.api,
    looxFile(3, () => ({ rating: '1' })),
  )
  assert.equal(imported.imported, 3, JSON.stringify(imported))
  assert.deepEqual(await listMails(shop), [])
  await write(shop, productId, 1)
  await service.runJobs()
  assert.equal((await listMails(shop)).length, 1, 'a review that is not imported causes one')
})

test("a week has seven days in the store's time zone, and its mail is sent after its end", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'America/New_York',
        'Pacific/Auckland',
        'Asia/Kathmandu',
        'America/Sao_Paulo',
      ),
      (now, timezone) => {
        const { week, slot, next } = findWeek(timezone, now)
        assert.ok(slot <= now && now < next && week.end < slot)
        assert.ok(week.before < week.begin && week.begin < week.end)
        const days = (week.end.getTime() - week.begin.getTime()) / day
        assert.ok(days > 6.9 && days < 7.1)
        assert.deepEqual(weekOf(week.monday, timezone), week)
        assert.equal(new Date(week.monday).getUTCDay(), 1)
      },
    ),
  )
  assert.deepEqual(readKey(toKey('weekly_summary', '2026-10-12', 'x')), {
    kind: 'weekly_summary',
    part: '2026-10-12',
    id: 'x',
  })
})

test('every language has every plural form, and no placeholder stays unfilled', () => {
  const counts = { received: 2, average: 4.25, low: 1, receivedBefore: 3, averageBefore: 4, pending: 5 }
  const review = { id: 'a', rating: 1, body: 'It leaks.', productTitle: 'Mug' }
  for (const language of languages)
    for (const n of [1, 2, 3, 6, 11, 100]) {
      const texts = [
        writeSummary({ ...counts, received: n, low: n, pending: n }, 'Larkmoor', language),
        writeAlert(
          Array.from({ length: n }, () => review),
          'Larkmoor',
          language,
        ),
      ]
      for (const text of texts) {
        assert.ok(text)
        assert.doesNotMatch(JSON.stringify(text), /\{\w+\}|undefined|null/)
      }
    }
})
