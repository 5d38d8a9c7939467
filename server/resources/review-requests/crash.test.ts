import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'
import { runCommand, startCommand } from './operator.testing.ts'
import { openShop, order, push, start } from './requests.testing.ts'

const service = provideService({ now: start })

const run = () => runCommand(service, {}, 'jobs', 'run', 'review-requests', '--json')

test('a run that is killed at any moment and restarted mails each buyer exactly once', {
  timeout: 300_000,
}, async () => {
  const shop = await openShop(service)
  const perRound = 120
  // The first kill happens while mails are queued, and the second while they are sent.
  const kills = [1, perRound + 30]
  let stepsAtKills = 0
  for (const [round, steps] of kills.entries()) {
    await push(shop, ...Array.from({ length: perRound }, (_, i) => order(`k${round}-${i}`)))
    const before = await countSteps(shop)
    const child = startCommand(service, {}, 'jobs', 'run', 'review-requests')
    const gone = once(child, 'exit')
    while (child.exitCode === null && (await countSteps(shop)) < before + steps) await sleep(5)
    child.kill('SIGKILL')
    await gone
    stepsAtKills += (await countSteps(shop)) - before
    service.advance(20 * 60_000)
  }
  for (let i = 0; i < 2; i++) {
    await run()
    service.advance(20 * 60_000)
    await service.tick()
  }
  const rows = await listFates(shop)
  assert.equal(rows.length, kills.length * perRound)
  assert.ok(rows.every(({ mails, messages }) => mails <= 1 && messages === 1))
  assert.ok(
    rows.every(({ state, mails }) => state !== 'sent' || mails === 1),
    'what counts as sent has arrived',
  )
  assert.deepEqual(
    rows.filter(({ state }) => state !== 'sent'),
    [],
    'the mailbox takes a mail once, so none is in doubt',
  )
  assert.ok(stepsAtKills > 0 && stepsAtKills < 2 * rows.length, `killed after ${stepsAtKills} steps`)
})

const listFates = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ state: string; reason: string | null; mails: number; messages: number }>(sql`
      select q.state, q.reason,
             (select count(*) from mailbox b
               where b.store_env_id = ${shop.storeEnvId} and b.recipient like '%' || o.email || '%') as mails,
             (select count(*) from email_messages m
               where m.store_env_id = ${shop.storeEnvId} and m.request_id = q.id) as messages
        from review_requests q
        join orders o on o.store_env_id = ${shop.storeEnvId} and o.id = q.order_id
       where q.store_env_id = ${shop.storeEnvId}`),
  )

async function countSteps(shop: Shop): Promise<number> {
  const row = await service.service.db.store(shop, 'read', (tx) =>
    tx.first<{ steps: number }>(sql`
      select (select count(*) from review_requests
               where store_env_id = ${shop.storeEnvId} and (queued_at is not null or state = 'sent'))
           + (select count(*) from mailbox where store_env_id = ${shop.storeEnvId}) as steps`),
  )
  return row?.steps ?? 0
}
