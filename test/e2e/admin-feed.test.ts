import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('a large review feed in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    await admin.shop.api.post('/products/review-feed', {})
    const parts = [1, 2, 3].map((n) => ({ fromId: `01a1f2c5-0000-7000-8000-00000000000${n}`, bytes: 60_000_000 }))
    await admin.service.service.db.store(admin.shop, 'write', (tx) =>
      tx.run(sql`
        update review_feeds set parts = ${JSON.stringify(parts)}::jsonb, bytes = 180000000, last_fetched_at = ${tx.now}
         where store_env_id = ${tx.storeEnvId}`),
    )
  })
  after(() => admin?.close())

  test('Home links to the feed page, which lists the URL of each part', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.home)
    await page.getByRole('link', { name: /^The review feed is large/ }).click()
    await page.getByText('The feed is too large for one file.').waitFor()
    const address = (n: number) => page.getByRole('textbox', { name: `Address of part ${n}` })
    for (const number of [2, 3])
      assert.match(await address(number).inputValue(), new RegExp(`/feeds/[\\w-]+\\.${number}\\.xml$`))
    await page.getByText('180.0 MB').waitFor()
    await page.getByRole('link', { name: 'Large feeds' }).waitFor()
    await assertForEverybody({ page, settled }, 'feed-parts')
    assertClean()
  })
})
