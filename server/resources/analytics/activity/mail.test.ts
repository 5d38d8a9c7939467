import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { eraseMessages, markBounced, markComplained } from '#resources/email/commands.ts'
import { startMail } from '#resources/email/email.testing.ts'
import { retryMessage } from '#resources/email/messages/commands.ts'
import { settle } from '#resources/email/sending/settling.ts'
import { day, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { requireSameCounted } from '../engine/counted-days.testing.ts'
import { createRandom, type Random } from '../engine/walk.testing.ts'
import { countMailDays } from './commands.ts'

const { service } = await startMail()
const now = () => service.service.clock.now()
const inStore = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)
const count = async (shop: Shop) => {
  while (await inStore(shop, countMailDays));
}
const states = ['sent', 'sent', 'failed', 'skipped', 'sending', 'queued', 'unknown'] as const
const claimedBy = newId()

type Mail = { id: string; email: string; state: (typeof states)[number] }

async function write({ storeEnvId }: Shop, random: Random, many: number): Promise<Mail[]> {
  const mails = Array.from({ length: many }, () => {
    const at = new Date(now().getTime() - random.below(200 * day))
    return { id: newId(at.getTime()), at, email: `m${random.below(60)}@customer.example`, state: random.one(states) }
  })
  await service.query(
    `insert into email_messages (store_env_id, id, key, template, category, recipient, email, locale, state, data, priority, due_at,
                                 claimed_by, claimed_until, created_at)
     select $1, m.id, m.id::text, 'review_request', 'review_requests', m.email, m.email, 'en', m.state,
            case when m.state in ('failed', 'queued') then '\\x00'::bytea end, 1, timestamptz '2100-01-01Z',
            case when m.state = 'sending' then $6::uuid end, case when m.state = 'sending' then timestamptz '2100-01-01Z' end, m.at
       from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) as m(id, at, email, state)`,
    [
      storeEnvId,
      mails.map(({ id }) => id),
      mails.map(({ at }) => at),
      mails.map(({ email }) => email),
      mails.map(({ state }) => state),
      claimedBy,
    ],
  )
  return mails
}

const paths = (random: Random) => {
  const dayAgo = (ago: number) => new Date(now().getTime() - ago * day).toISOString().slice(0, 10)
  const to = random.below(60)
  return [
    `/analytics/email?from=${dayAgo(400)}&to=${dayAgo(1)}&interval=day`,
    `/analytics/email?from=${dayAgo(to + 1 + random.below(200))}&to=${dayAgo(to + 1)}&interval=${random.one(['day', 'week', 'month'])}`,
  ]
}

const requireRight = (shop: Shop, random: Random, at: string): Promise<void> =>
  requireSameCounted(service, shop, { coverage: 'analytics_mail_coverage', paths: paths(random), at })

test('after random changes of mail, the report is correct in any time zone', async () => {
  const shop = await service.shop()
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const mails = await write(shop, random, 900)
  const owner = await shop.signedIn()
  const ofState = (state: Mail['state']) => random.one(mails.filter((mail) => mail.state === state))
  const acts = [
    () => inStore(shop, (tx) => markBounced(tx, random.one(mails).id, now(), random.one(['hard', 'soft']))),
    () => inStore(shop, (tx) => markComplained(tx, random.one(mails).id, now())),
    () => inStore(shop, (tx) => retryMessage(tx, ofState('failed').id)).catch(() => {}),
    () => settleOne(shop, ofState('sending').id, random.one(['sent', 'failed', 'skipped'])),
    () => inStore(shop, (tx) => eraseMessages(tx, random.one(mails).email)),
    async () => mails.push(...(await writeNow(shop, random))),
    () => count(shop),
    async () => {
      const timezone = random.one(['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])
      const { status } = await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone })
      assert.equal(status, 200)
    },
  ]
  await count(shop)
  for (let i = 1; i <= 240; i++) {
    await (random.next() < 0.05 ? acts.at(-1) : random.one(acts.slice(0, -1)))?.()
    if (i % 40 === 0) service.advance(random.below(3 * day))
    if (i % 12 === 0) await requireRight(shop, random, `SEED=${seed}, step ${i}`)
  }
  await count(shop)
  await requireRight(shop, random, `SEED=${seed}, in the end`)
})

async function writeNow({ storeEnvId }: Shop, random: Random): Promise<Mail[]> {
  const mail: Mail = { id: newId(now().getTime()), email: `m${random.below(60)}@customer.example`, state: 'sent' }
  await service.query(
    `insert into email_messages (store_env_id, id, key, template, category, recipient, email, locale, state, priority, due_at, created_at)
     values ($1, $2::uuid, $2::uuid::text, 'review_request', 'review_requests', $3, $3, 'en', 'sent', 1, $4, $4)`,
    [storeEnvId, mail.id, mail.email, now()],
  )
  return [mail]
}

async function settleOne(shop: Shop, id: string, state: 'sent' | 'failed' | 'skipped'): Promise<void> {
  const { rows } = await service.query('select * from email_messages where id = $1', [id])
  const [row] = rows
  if (!row) return
  const message = { ...row, created_at: row.created_at.toISOString(), tried_since: row.created_at.toISOString() }
  const context = { services: service.service.services, kinds: new Map(), useSavepoints: false }
  await inStore(shop, (tx) => settle(tx, context, claimedBy, [{ message, next: { state, reason: null, dueAt: null } }]))
}

test('the nightly job counts days, reports read them, and expired mail is no longer counted', async () => {
  const shop = await service.shop()
  const random = createRandom(5)
  await write(shop, random, 300)
  const night = async () => {
    for (const each of ['email.clean', 'analytics.recount']) {
      const job = jobs.find(({ id }) => id === each)
      assert.ok(job)
      await perform(job, { ...service.service, stopping: new AbortController().signal }, {})
    }
  }
  const total = async () => {
    const from = new Date(now().getTime() - 600 * day).toISOString().slice(0, 10)
    const { status, body, text } = await shop.api.get(`/analytics/email?from=${from}&interval=month`)
    assert.equal(status, 200, text)
    return body.total
  }
  await night()
  const { sent } = await total()
  // The count is falsified, because only then does the test prove that the report reads counted days.
  const { rowCount: days } = await service.query(
    'update analytics_mail_days set sent = sent + 1000 where store_env_id = $1',
    [shop.storeEnvId],
  )
  assert.ok(days && days > 100)
  assert.equal((await total()).sent, sent + 1000 * days)
  const { differences } = await recountReports(service.service, shop.storeEnvId)
  assert.equal(differences.filter(({ field }) => field === 'mail sent').length, days)
  await night()
  assert.equal((await total()).sent, sent)
  service.advance(300 * day)
  await night()
  const left = await total()
  const { rows } = await service.query(
    `select count(*) filter (where state = 'sent')::int as sent, count(*)::int as mails from email_messages where store_env_id = $1`,
    [shop.storeEnvId],
  )
  assert.ok(rows[0].mails > 0 && rows[0].mails < 300)
  assert.equal(left.sent, rows[0].sent)
})

test('a day stays marked as changed if one of its mails changes during its count', async () => {
  const shop = await service.shop()
  const random = createRandom(11)
  const mails = await write(shop, random, 60)
  await count(shop)
  await inStore(shop, async (tx) => {
    await markComplained(tx, mails[0]?.id ?? '', now())
    // A second count runs here, and sees neither the change nor its mark.
    await count(shop)
  })
  await requireRight(shop, random, 'changed')
  await count(shop)
  await requireRight(shop, random, 'counted')
})
