// The history and the reports read acts from one table. The migration moves the rows of both former tables into that table.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { asKey, asOwner, fetchArchive, readArchiveLines, withLines } from '#resources/backups/archives.testing.ts'
import { provideService } from '#test/service.ts'
import { addProduct, addReview } from '../reviews.testing.ts'

const migration = new URL('../../../../migrations/0490_one_record_of_acts.sql', import.meta.url)

const service = provideService()

type Waits = {
  decided: number
  decisionSeconds: { p50: number | null }
  replied: number
  replySeconds: { p50: number | null }
}

async function openShop() {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const readWaits = async (api = shop.api): Promise<Waits> => {
    const { body } = await api.get('/analytics/moderation')
    const { decided, decisionSeconds, replied, replySeconds } = body.total
    return { decided, decisionSeconds, replied, replySeconds }
  }
  return { shop, productId, waitsOf: readWaits }
}

test('the waiting times of a review end with its first decision and reply, despite later changes', async () => {
  const { shop, productId, waitsOf } = await openShop()
  const submittedAt = new Date(service.service.clock.now().getTime() - 3_600_000).toISOString()
  const review = await addReview(service, shop, { productId, status: 'pending', submittedAt })
  await shop.api.put(`/reviews/${review}`, { status: 'approved', reply: { body: 'Thank you!' } })
  const first = await waitsOf()
  assert.equal(first.decided, 1)
  assert.equal(first.replied, 1)
  service.advance(60_000)
  await shop.api.put(`/reviews/${review}`, { status: 'rejected', reply: { body: 'Thanks!' } })
  assert.deepEqual(await waitsOf(), first)
})

test('a database owner without superuser rights can move acts of every store into one table', async () => {
  const reviews: string[] = []
  for (const shop of [await service.shop(), await service.shop()]) {
    const productId = await addProduct(shop)
    for (const reply of [undefined, { body: 'Thank you!' }]) {
      const review = await addReview(service, shop, { productId, status: 'pending' })
      const sent = { status: 'approved', ...(reply && { reply }) }
      assert.equal((await shop.api.put(`/reviews/${review}`, sent)).status, 200)
      reviews.push(review)
    }
  }
  const read = async () => {
    const { rows } = await service.query(
      `select review_id, at, submitted_at, is_first_decision, is_first_reply from review_acts
        where review_id = any($1) and submitted_at is not null order by review_id`,
      [reviews],
    )
    return rows
  }
  const expected = await read()
  assert.equal(expected.length, 4)
  await service.query('begin')
  try {
    await service.query(`
      create table analytics_first_acts (
        store_env_id uuid not null, review_id uuid not null, decided_at timestamptz(3), replied_at timestamptz(3),
        submitted_at timestamptz(3), primary key (store_env_id, review_id));
      call app.fence('analytics_first_acts');
      insert into analytics_first_acts
      select store_env_id, review_id, min(at) filter (where is_first_decision), min(at) filter (where is_first_reply), min(submitted_at)
        from review_acts where submitted_at is not null group by 1, 2;
      alter table review_acts drop column submitted_at, drop column is_first_decision, drop column is_first_reply;
      create role plain_owner nosuperuser nobypassrls;
      grant plain_owner to current_user;
      grant usage, create on schema public to plain_owner;
      alter table analytics_first_acts owner to plain_owner;
      alter table review_acts owner to plain_owner`)
    // Simulates a first review that was decided before the history existed.
    await service.query('delete from review_acts where review_id = $1', [reviews[0]])
    await service.query('set local role plain_owner')
    await service.query(readFileSync(migration, 'utf8'))
    await service.query('reset role')
    assert.deepEqual(await read(), expected)
    const { rows } = await service.query(
      `select count(*)::int as acts, count(*) filter (where role = 'SYSTEM')::int as old,
              (select bool_and(relforcerowsecurity) from pg_class where oid = 'review_acts'::regclass) as "isForced"
         from review_acts where review_id = any($1)`,
      [reviews],
    )
    assert.deepEqual(rows, [{ acts: 4, old: 1, isForced: true }])
  } finally {
    await service.query('rollback')
  }
})

test('an archive restores replies without their actor, and waiting times also from the former table', async () => {
  const { shop, productId, waitsOf } = await openShop()
  const submittedAt = new Date(service.service.clock.now().getTime() - 3_600_000).toISOString()
  const review = await addReview(service, shop, { productId, status: 'pending', submittedAt })
  await shop.api.put(`/reviews/${review}`, { status: 'approved', reply: { body: 'Thank you!' } })
  const expected = await waitsOf()
  assert.equal((await shop.api.put('/analytics/settings', { widgetCounts: true })).status, 200)
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const [act] = readArchiveLines(archive).filter(({ table }) => table === 'review_acts')
  assert.equal(act?.row.kind, 'replied')
  assert.ok(!('actor' in (act?.row ?? {})), 'who acted stays here')
  const ofFormer = await withLines(archive, (line) => {
    if (line.table === 'review_acts') return []
    if (line.table !== 'analytics_settings') return line
    const row = { review_id: act?.row.review_id, decided_at: act?.row.at, replied_at: act?.row.at }
    return [line, { table: 'analytics_first_acts', row }]
  })
  for (const [payload, kinds] of [
    [archive.content, ['replied']],
    [ofFormer, []],
  ] as const) {
    const target = await service.shop('Empty')
    const sent = await service.app.inject({
      method: 'POST',
      url: '/api/v1/imports/archive',
      headers: { ...asKey(target), 'content-type': 'application/zip' },
      payload,
    })
    assert.equal(sent.statusCode, 202, sent.body)
    await service.runJobs()
    assert.deepEqual(await waitsOf(target.api), expected)
    const restored = (await target.api.get('/reviews')).body.data[0].id
    const { acts } = (await target.api.get(`/reviews/${restored}/history`)).body
    assert.deepEqual(
      (acts as { kind: string }[]).map(({ kind }) => kind).filter((kind) => kind.startsWith('repl')),
      kinds,
    )
  }
})
