import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { provideService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'

const service = provideService({ now: new Date('2026-10-20T12:00:00Z') })

test('the nightly job merges the split counts of a finished day without changing the report', async () => {
  const shop = await service.shop()
  await service.query(
    `insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
     select $1, date '2026-10-20' - d, w, k, p, 1 + d + p
       from generate_series(0, 9) d, unnest('{reviews,stars}'::text[]) w, unnest('{impression,click}'::text[]) k, generate_series(0, 7) p
      where d <> 5 or p > 2`,
    [shop.storeEnvId],
  )
  const read = async () => {
    const { status, body, text } = await shop.api.get('/analytics/widgets')
    assert.equal(status, 200, text)
    return body
  }
  const rowsByAge = async () => {
    const { rows } = await service.query(
      `select (day < '2026-10-18') as old, count(*)::int as rows from analytics_widget_counts where store_env_id = $1 group by 1 order by 1`,
      [shop.storeEnvId],
    )
    return rows.map(({ rows }) => rows)
  }
  const counted = await read()
  assert.equal(counted.data.length, 60)
  assert.deepEqual(await rowsByAge(), [96, 212])
  const job = jobs.find(({ id }) => id === 'analytics.recount')
  assert.ok(job)
  for (let night = 1; night <= 2; night++) {
    await perform(job, { ...service.service, stopping: new AbortController().signal }, {})
    assert.deepEqual(await rowsByAge(), [96, 28])
    assert.deepEqual(await read(), counted)
  }
})

test('the nightly job merges the split counts of a gallery without changing its numbers', async () => {
  const shop = await service.shop()
  assert.equal((await shop.api.put('/analytics/settings', { widgetCounts: true })).status, 200)
  const { id } = (await shop.api.post('/galleries', { name: 'Home', status: 'published' })).body
  await service.query(
    `insert into analytics_gallery_counts (store_env_id, gallery_id, day, part, impressions, clicks)
     select $1, $2, date '2026-10-20' - d, p, 1 + d + p, p from generate_series(0, 9) d, generate_series(0, 7) p`,
    [shop.storeEnvId, id],
  )
  const read = async () => (await shop.api.get(`/galleries/${id}`)).body.uses
  const before = await read()
  assert.deepEqual(before, { impressions: 720, clicks: 280 })
  const job = jobs.find(({ id }) => id === 'analytics.recount')
  assert.ok(job)
  for (let night = 1; night <= 2; night++) {
    await perform(job, { ...service.service, stopping: new AbortController().signal }, {})
    const { rows } = await service.query(
      'select count(*)::int as rows from analytics_gallery_counts where store_env_id = $1',
      [shop.storeEnvId],
    )
    assert.deepEqual(rows, [{ rows: 7 + 3 * 8 }])
    assert.deepEqual(await read(), before)
  }
})
