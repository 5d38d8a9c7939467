import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { sendDueEmails } from '#resources/email/sending/sender.ts'
import { type Shop, startService } from '#test/service.ts'
import { day, mail, orderedByMany, published, startSequences, wait } from '../sequences.testing.ts'
import { workRuns } from './commands.ts'
import { sequenceMails } from './kind.ts'

// Registered before `startSequences` adds its hook, so that the other services close before the database is dropped.
after(() => Promise.all(others.map((other) => other.close())))
const { service, shop: open, now } = await startSequences()
const others = await Promise.all([1, 2].map(() => startService({ beside: service })))
const processes = [service, ...others].map((each) => each.service)
const kinds = new Map([[sequenceMails.template, sequenceMails]])

const everywhere = (work: (process: (typeof processes)[number]) => Promise<void>) =>
  Promise.all([...processes, ...processes].map(work))

const stopping = new AbortController().signal
const workAll = ({ storeEnvId, organizationId }: Shop) =>
  everywhere(({ db, services }) =>
    workRuns({ db, services, now: services.clock.now(), stopping }, { storeEnvId, organizationId }),
  )
const sendAll = ({ storeEnvId, organizationId }: Shop) =>
  everywhere(({ db, services }) =>
    sendDueEmails({ db, services, now: services.clock.now(), stopping }, kinds, { storeEnvId, organizationId }),
  )

const countMessages = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ step: number; state: string; n: number }>(sql`
      select step, state, count(*) as n from email_sequence_messages
       where store_env_id = ${shop.storeEnvId} group by 1, 2 order by 1, 2`),
  )
const countMails = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.first<{ mails: number; people: number }>(sql`
      select count(*) as mails, count(distinct recipient) as people from mailbox where store_env_id = ${shop.storeEnvId}`),
  )

test("only one process claims each due run, even at the run's next step", async () => {
  const people = 700
  const shop = await open()
  await published(shop.api, { steps: [mail('First'), wait(1), mail('Last')] })
  await orderedByMany(shop, people, now())
  await workAll(shop)
  assert.deepEqual(await countMessages(shop), [{ step: 0, state: 'queued', n: people }])
  await sendAll(shop)
  assert.deepEqual(await countMessages(shop), [{ step: 0, state: 'sent', n: people }])
  assert.deepEqual(await countMails(shop), { mails: people, people })
  for (const { clock } of processes.map(({ services }) => services)) clock.advance(day)
  await workAll(shop)
  await sendAll(shop)
  assert.deepEqual(await countMessages(shop), [
    { step: 0, state: 'sent', n: people },
    { step: 2, state: 'sent', n: people },
  ])
  assert.deepEqual(await countMails(shop), { mails: 2 * people, people })
})

test('the limit per address applies across sequences processed in parallel', async () => {
  const people = 250
  const shop = await open()
  await shop.api.put('/email/settings', { frequencyCap: { hoursBetween: 24, perWeek: 10 } })
  for (const name of ['One', 'Two', 'Three']) await published(shop.api, { name, steps: [mail(name)] })
  await orderedByMany(shop, people, now())
  await workAll(shop)
  assert.deepEqual(await countMessages(shop), [
    { step: 0, state: 'deferred', n: 2 * people },
    { step: 0, state: 'queued', n: people },
  ])
  await sendAll(shop)
  assert.deepEqual(await countMails(shop), { mails: people, people })
})
