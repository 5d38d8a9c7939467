// A store with live sequences is restored with paused sequences, so that nobody gets a mail twice or unexpectedly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shop } from '#test/service.ts'
import { asKey, asOwner, fetchArchive } from '../backups/archives.testing.ts'
import { workRuns } from './runs/commands.ts'
import {
  day,
  done,
  drafted,
  fate,
  mail,
  ordered,
  published,
  recipients,
  startSequences,
  wait,
} from './sequences.testing.ts'

const { service, shop: open, pass, now } = await startSequences()

async function restored(shop: Shop): Promise<Shop> {
  const { content } = await fetchArchive(service, await asOwner(service, shop))
  const target = await service.shop()
  const headers = { ...asKey(target), 'content-type': 'application/zip' }
  const sent = await service.app.inject({ method: 'POST', url: '/api/v1/imports/archive', headers, payload: content })
  assert.equal(sent.statusCode, 202, sent.body)
  await service.runJobs()
  const { body } = await target.api.get(`/imports/${sent.json().id}`)
  assert.equal(body.status, 'completed', JSON.stringify(body.error))
  return target
}

test('live sequences are restored paused, and unfinished runs are restored as ended', async () => {
  const shop = await open()
  const live = await published(shop.api, { name: 'Live', steps: [mail('First'), wait(1), mail('Last')] })
  await drafted(shop.api, { name: 'Draft' })
  const paused = await published(shop.api, { name: 'Paused' })
  const archived = await published(shop.api, { name: 'Archived' })
  await done(shop.api, paused.id, 'pause')
  await done(shop.api, archived.id, 'archive')
  await ordered(shop, 'ended', now())
  await pass(day)
  await ordered(shop, 'active', now())
  await pass(0)
  await shop.api.put('/email/settings', { quietHours: { start: '00:00', end: '23:59' } })
  await ordered(shop, 'deferred', now())
  await pass(0)
  const fates = async (of: Shop, id: string) =>
    Promise.all(['ended', 'active', 'deferred'].map((name) => fate(of, id, `${name}@customer.example`)))
  assert.deepEqual(await fates(shop, live.id), [
    'completed, 0 sent, 2 sent',
    'active, 0 sent',
    'active, 0 deferred quiet_hours',
  ])

  const target = await restored(shop)
  const { data } = (await target.api.get('/email-sequences')).body
  const statuses = Object.fromEntries(data.map(({ name, status }: Record<string, string>) => [name, status]))
  assert.deepEqual(statuses, { Live: 'paused', Draft: 'draft', Paused: 'paused', Archived: 'archived' })
  const { id, runs } = data.find(({ name }: { name: string }) => name === 'Live')
  assert.notEqual(id, live.id)
  assert.deepEqual(runs, { active: 0, completed: 1, exited: 2, goalReached: 0 })
  const ended = ['completed, 0 sent, 2 sent', 'exited restored, 0 sent', 'exited restored, 0 skipped restored']
  assert.deepEqual(await fates(target, id), ended)

  await target.api.put('/email/settings', { quietHours: null })
  await done(target.api, id, 'resume')
  // The shop reports the same orders again, and a new order.
  for (const name of ['ended', 'active', 'deferred']) await ordered(target, name, now(), { total: '41.00' })
  await ordered(target, 'new', now())
  await pass(day)
  assert.deepEqual(await fates(target, id), ended)
  assert.equal(await fate(target, id, 'new@customer.example'), 'completed, 0 sent, 2 sent')
  assert.deepEqual(await recipients(target), ['new@customer.example', 'new@customer.example'])
})

test('a queued mail is restored as unknown, because the archived store may have sent it', async () => {
  const shop = await open()
  const { id } = await published(shop.api, { steps: [mail(), wait(1), mail()] })
  await ordered(shop, 'queued', now())
  const { db, services } = service.service
  const stopping = new AbortController().signal
  await workRuns({ db, services, now: services.clock.now(), stopping }, shop)
  assert.equal(await fate(shop, id, 'queued@customer.example'), 'active, 0 queued')
  const target = await restored(shop)
  const [{ id: here }] = (await target.api.get('/email-sequences')).body.data
  assert.equal(await fate(target, here, 'queued@customer.example'), 'exited restored, 0 unknown restored')
  await done(target.api, here, 'resume')
  await pass(2 * day)
  assert.deepEqual(await recipients(target), [])
})
