import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { quartersOfYear, reminderDueAt, withDays } from './rules.ts'

let service: TestService
before(async () => {
  service = await startService({ now: new Date('2027-11-20T10:00:00Z'), env: { BILLING: 'manual' } })
})
after(() => service.close())

const setPlan = (shop: Shop, plan: string, status = 'active') =>
  service.query(
    `update subscriptions set plan = $1, status = $2, trial_ends_at = null, past_due_since = null,
            current_period_ends_at = '2099-01-01' where store_env_id = $3`,
    [plan, status, shop.storeEnvId],
  )

async function make(shop: Shop, year: number) {
  const { status, body, text } = await shop.api.post('/evidence/assessments', { year })
  assert.equal(status, 202, text)
  await service.runJobs()
  return body.id as string
}

async function mailsTo(shop: Shop) {
  const job = jobs.find(({ id }) => id === 'evidence.remind_of_assessments') ?? assert.fail('no such job')
  const { db, services } = service.service
  await perform(job, { db, services, stopping: new AbortController().signal }, {})
  await service.runJobs()
  const { rows } = await service.query<{ recipient: string; subject: string; text_body: string }>(
    `select recipient, subject, text_body from mailbox where organization_id = $1 and text_body like '%/evidence%' order by id`,
    [shop.organizationId],
  )
  return rows
}

test('owners get one mail twelve months after the last assessment, in their language', async () => {
  const shop = await service.shop('Acme')
  await setPlan(shop, 'growth')
  await make(shop, 2027)
  service.advance(100 * day)
  await make(shop, 2027)
  await make(shop, 2028)
  service.advance(300 * day)
  assert.deepEqual(await mailsTo(shop), [], 'the twelve months start with the last one')
  const owner = await shop.signedIn()
  const wanted = { weeklySummary: false, lowRatings: false, language: 'de' }
  assert.equal((await owner.put('/analytics/notifications', wanted)).status, 200)
  service.advance(66 * day)
  const [mail, ...others] = await mailsTo(shop)
  assert.deepEqual([mail?.recipient, others], [shop.ownerEmail, []])
  assert.match(mail?.subject ?? '', /^Die letzte Prüfung der Bewertungen bei Acme/)
  assert.match(mail?.text_body ?? '', /28\. Februar 2028.*\/admin\/stores\/.*keine Rechtsberatung/s)
  service.advance(400 * day)
  assert.equal((await mailsTo(shop)).length, 1, 'once after each assessment')
  await make(shop, 2029)
  service.advance(367 * day)
  assert.equal((await mailsTo(shop)).length, 2)
})

test('below Growth an assessment is refused; a lapsed store can read its assessments and gets no reminder', async () => {
  const shop = await service.shop('Small')
  const year = service.service.services.clock.now().getUTCFullYear()
  await setPlan(shop, 'starter')
  const refused = await shop.api.post('/evidence/assessments', { year })
  assert.deepEqual([refused.status, refused.body.code], [403, 'plan_required'])
  assert.equal((await shop.api.get('/evidence/assessments')).status, 403)
  await setPlan(shop, 'growth')
  const id = await make(shop, year)
  await setPlan(shop, 'growth', 'expired')
  assert.equal((await shop.api.get(`/evidence/assessments/${id}`)).status, 200)
  assert.equal((await shop.api.post('/evidence/assessments', { year })).body.code, 'subscription_expired')
  service.advance(367 * day)
  assert.deepEqual(await mailsTo(shop), [])
  await setPlan(shop, 'growth')
  assert.equal((await mailsTo(shop)).length, 1)
})

test('mails name the store and the date in all ten languages', () => {
  for (const language of languages) {
    const { subject, last, next, advice } = textsIn('yearly-assessment', language)
    assert.ok(subject.includes('{store}') && last.includes('{store}') && last.includes('{date}'), language)
    assert.ok(next.length > 10 && advice.length > 10, language)
  }
  assert.equal(new Set(languages.map((each) => textsIn('yearly-assessment', each).subject)).size, languages.length)
})

test('quarters cover the days so far, and each report has at most 92 days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2001, max: 2100 }),
      fc.date({ min: new Date('2001-01-01'), max: new Date('2101-12-31'), noInvalidDate: true }),
      fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles'),
      (year, now, timezone) => {
        const rows = quartersOfYear(year, timezone, now)
        const days = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / day + 1
        assert.ok(rows.every((row) => row.from <= row.to && days(row) <= 92))
        const [first, last] = [rows[0], rows.at(-1)]
        if (first && last) {
          assert.equal(first.from, `${year}-01-01`)
          assert.equal(
            rows.reduce((sum, row) => sum + days(row), 0),
            days({ from: first.from, to: last.to }),
          )
        }
      },
    ),
  )
})

test('the URL of a report contains only days that have ended', () => {
  const now = new Date('2027-05-20T10:00:00Z')
  assert.equal(withDays('/x', { from: '2027-01-01', to: '2027-05-20' }, 'UTC', now), '/x?from=2027-01-01')
  assert.equal(withDays('/x', { from: '2026-01-01', to: '2026-12-31' }, 'UTC', now), '/x?from=2026-01-01&to=2026-12-31')
  assert.equal(reminderDueAt('2028-02-29T08:00:00.000Z').toISOString(), '2029-02-28T08:00:00.000Z')
})
