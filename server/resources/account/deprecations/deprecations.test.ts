import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { capabilitiesOfKey } from '#platform/identity/caller.ts'
import { addByClock } from '#test/queue.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { dueNotice, type Notice } from './rules.ts'

const service = provideService({ now: new Date('2026-11-21T10:00:00Z') })

async function listNotices(shop: Shop): Promise<string[]> {
  await addByClock(service.service, 'account.notify_deprecations')
  await service.runJobs()
  const rows = await service.service.db.organization(shop.organizationId, 'read', (tx) =>
    tx.all<{ text: string }>(sql`
      select m.text_body as text from mailbox m
       where m.organization_id = ${shop.organizationId} and m.subject like '%will stop working' order by m.created_at, m.id`),
  )
  return rows.map(({ text }) => text)
}

test('an enabled webhook is listed, and owners get mails monthly and 14 days before the removal', async () => {
  const shop = await service.shop()
  const url = 'https://hooks.acme.example/secret-path'
  assert.deepEqual(await listNotices(shop), [])
  const made = await (await shop.signedIn()).post('/outbound-webhooks', { url })
  assert.equal(made.status, 201, made.text)
  const { data } = (await shop.api.get('/account/deprecations')).body
  assert.deepEqual(
    [data[0].item, data[0].announcedAt, data[0].removedAt, data[0].lastSeenAt],
    ['x-service-signature', '2026-10-06T00:00:00Z', '2027-01-15T00:00:00Z', null],
  )
  assert.deepEqual(data[0].uses[0].id, made.body.id)
  const [first = '', ...more] = await listNotices(shop)
  assert.deepEqual(more, [])
  assert.match(first, /x-service-signature[\s\S]*2027-01-15[\s\S]*https:\/\/hooks\.acme\.example/)
  assert.doesNotMatch(first, /secret-path/)
  service.advance(10 * day)
  assert.equal((await listNotices(shop)).length, 1)
  service.advance(32 * day)
  assert.equal((await listNotices(shop)).length, 2, 'the month is over, or the end is near')
  service.advance(2 * day)
  assert.equal((await listNotices(shop)).length, 2)
})

test('Home shows admins the date of the removal, but only if a webhook exists', async () => {
  const shop = await service.shop()
  const findLine = async () =>
    (await shop.api.get('/analytics/attention')).body.attention.find(
      ({ kind }: { kind: string }) => kind === 'deprecation_used',
    )
  assert.equal(await findLine(), undefined)
  await shop.api.post('/outbound-webhooks', { url: 'https://hooks.acme.example/' })
  assert.equal((await findLine())?.dueAt, '2027-01-15T00:00:00.000Z')
})

test('many calls of a deprecated item cause one write an hour', async () => {
  const shop = await service.shop()
  const caller = {
    ...capabilitiesOfKey,
    id: 'k',
    organizationId: shop.organizationId,
    role: 'ADMIN' as const,
    scopes: [],
  }
  const { usage } = service.service.kernel
  const counted = async () => {
    await usage.settle()
    const row = await service.service.db.organization(shop.organizationId, 'read', (tx) =>
      tx.first<{ calls: number }>(sql`
        select coalesce(sum(d.calls), 0)::bigint as calls from deprecated_calls d where d.organization_id = ${shop.organizationId}`),
    )
    return row?.calls
  }
  for (let i = 0; i < 50; i++) usage.deprecatedCalled(caller, 'old call')
  assert.equal(await counted(), 1)
  service.advance(3_600_000)
  usage.deprecatedCalled(caller, 'old call')
  assert.equal(await counted(), 51)
})

test('owners get one notice a month and exactly one in the last 14 days', () => {
  const removed = '2027-01-15T00:00:00Z'
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (startsBefore) => {
      const notices: Notice[] = []
      for (let left = startsBefore + 1; left >= -3; left--) {
        const now = new Date(Date.parse(removed) - left * day)
        const due = dueNotice(removed, notices, now)
        if (due) notices.push({ sentAt: now.toISOString(), isFinal: due === 'final' })
      }
      assert.equal(notices.filter(({ isFinal }) => isFinal).length, 1)
      const monthly = notices.filter(({ isFinal }) => !isFinal).map(({ sentAt }) => Date.parse(sentAt))
      for (const [i, at] of monthly.entries()) assert.ok(i === 0 || at - (monthly[i - 1] ?? 0) >= 31 * day)
    }),
  )
})
