import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { verifyFile } from '../verify/verify.mjs'
import { insert as insertHead } from './store.ts'

let service: TestService
let folder: string
let reviews = 0
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heads-'))
  service = await startService({ now: new Date('2026-11-20T12:00:00Z') })
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const now = () => service.service.clock.now().getTime()
const moveTo = (at: string) => service.advance(Date.parse(at) - now())

function closeDays() {
  const job = jobs.find(({ operatorName }) => operatorName === 'evidence-heads')
  assert.ok(job)
  const { db, services } = service.service
  return perform(job, { db, services, stopping: new AbortController().signal }, {})
}

async function makePack(of: Shop): Promise<Buffer> {
  const asked = await of.api.post('/evidence/packs', {})
  assert.equal(asked.status, 202, asked.text)
  await service.runJobs()
  const made = (await of.api.get(`/evidence/packs/${asked.body.id}`)).body
  assert.equal(made.status, 'completed', JSON.stringify(made))
  return (await service.app.inject(new URL(made.downloadUrl).pathname)).rawPayload
}

async function check(content: Buffer) {
  const path = join(folder, 'pack.zip')
  writeFileSync(path, content)
  const { data } = JSON.parse((await service.app.inject('/evidence/keys')).payload)
  return verifyFile(path, { keys: data.map(({ publicKey }: { publicKey: string }) => publicKey) })
}

async function addReview(to: Shop, productId: string) {
  return post(to.api, productId, { authorEmail: `r${++reviews}@customer.example` })
}

type Head = { date: string; size: number }
async function listHeads(shop: Shop): Promise<Head[]> {
  const { data } = (await shop.api.get('/evidence/heads?limit=100')).body
  return data.map(({ date, size }: Head) => ({ date, size })).reverse()
}

test('a pack that was made before the daily job does not invalidate later packs', async () => {
  moveTo('2026-11-20T12:00:00Z')
  const shop = await service.shop('Midnight')
  const mug = await addProduct(shop)
  await addReview(shop, mug)
  moveTo('2026-11-21T00:01:00Z')
  const before = await makePack(shop)
  await closeDays()
  await addReview(shop, mug)
  const later = await makePack(shop)
  for (const content of [before, later]) assert.deepEqual((await check(content)).problems, [])
  const heads = await listHeads(shop)
  assert.deepEqual(
    heads.map(({ date }) => date),
    ['2026-11-20', '2026-11-20', '2026-11-21'],
  )
})

type Step = 'review' | 'job' | 'pack' | { minutes: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('review' as const, 'job' as const, 'pack' as const),
  fc.record({ minutes: fc.constantFrom(1, 3, 6, 600, 1_440, 4_320, -5, -1_440, -4_000) }),
)

test('heads never go back in time, in any order of clocks, jobs and packs', async () => {
  const shop = await service.shop('Any order')
  const mug = await addProduct(shop)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      moveTo('2026-12-01T23:59:00Z')
      await addReview(shop, mug)
      for (const each of [...steps, 'pack' as const]) {
        if (each === 'review') await addReview(shop, mug)
        else if (each === 'job') await closeDays()
        else if (each === 'pack')
          assert.deepEqual(await check(await makePack(shop)).then(({ problems, notices }) => [problems, notices]), [
            [],
            undefined,
          ])
        else service.advance(each.minutes * 60_000)
      }
      const heads = await listHeads(shop)
      for (const [i, { size, date }] of heads.entries())
        assert.ok(
          i === 0 || (size > (heads[i - 1] as Head).size && date >= (heads[i - 1] as Head).date),
          JSON.stringify(heads),
        )
      const entries = (await shop.api.get('/evidence/entries?limit=100')).body.data.reverse()
      for (const [i, { at }] of entries.entries()) assert.ok(i === 0 || at >= entries[i - 1].at)
    }),
    { numRuns: 12 },
  )
})

test('packs around midnight are dated by consecutive days', async () => {
  const shop = await service.shop('Around midnight')
  const mug = await addProduct(shop)
  for (const at of ['23:59:30', '24:00:30', '24:02:59']) {
    moveTo(at.startsWith('24') ? `2027-01-11T00${at.slice(2)}Z` : `2027-01-10T${at}Z`)
    await addReview(shop, mug)
    await makePack(shop)
  }
  moveTo('2027-01-11T00:03:00Z')
  await closeDays()
  moveTo('2027-01-11T00:05:00Z')
  await addReview(shop, mug)
  assert.deepEqual((await check(await makePack(shop))).problems, [])
  assert.deepEqual(
    (await listHeads(shop)).map(({ date }) => date),
    ['2027-01-10', '2027-01-10', '2027-01-10', '2027-01-10', '2027-01-11'],
  )
})

test('a head inserted late gets a date between the dates of its neighbours', async () => {
  moveTo('2027-02-01T12:00:00Z')
  const shop = await service.shop('Late')
  const insert = (size: number, date: string) =>
    service.service.db.store(shop, 'write', (tx) =>
      insertHead(tx, { size, day: date, root: Buffer.alloc(32), checkpoint: '' }),
    )
  await insert(2, '2027-02-01')
  await insert(8, '2027-02-03')
  await insert(5, '2027-02-09')
  await insert(6, '2027-01-01')
  assert.deepEqual(await listHeads(shop), [
    { date: '2027-02-01', size: 2 },
    { date: '2027-02-03', size: 5 },
    { date: '2027-02-03', size: 6 },
    { date: '2027-02-03', size: 8 },
  ])
})

test('a ledger whose dates are out of order verifies with a notice', async () => {
  moveTo('2027-03-01T12:00:00Z')
  const shop = await service.shop('Disordered')
  const mug = await addProduct(shop)
  await addReview(shop, mug)
  await makePack(shop)
  moveTo('2027-03-02T00:01:00Z')
  await addReview(shop, mug)
  await makePack(shop)
  // Reproduces the date that an earlier version gave to a pack made before the daily job.
  await service.query(
    `update evidence_heads set day = '2027-03-04' where store_env_id = $1 and size = (select min(size) from evidence_heads where store_env_id = $1)`,
    [shop.storeEnvId],
  )
  await addReview(shop, mug)
  const { ok, problems, notices } = await check(await makePack(shop))
  assert.deepEqual([ok, problems, notices?.length], [true, [], 1])
  assert.match(notices?.[0] ?? '', /Only the date runs backwards/)
  assert.equal((await listHeads(shop)).at(-1)?.date, '2027-03-04', 'later heads are not dated before it')
})
