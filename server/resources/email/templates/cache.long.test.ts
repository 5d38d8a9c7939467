import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { cachedCustomTexts } from './commands.ts'
import { inStore, render, startTemplates } from './templates.testing.ts'

const setup = startTemplates()

test('the cache never exceeds its limit, however many templates are used', async () => {
  const shop = await setup.service.shop()
  const body = '{{ customer.name }} '.repeat(900)
  const before = cachedCustomTexts()
  for (let i = 0; i < 200; i++) {
    await inStore(
      setup,
      shop,
      (tx) =>
        tx.run(sql`
        insert into email_templates (store_env_id, id, name, locale, version, body, updated_at)
        values (${tx.storeEnvId}, gen_random_uuid(), 'review_request', 'en', gen_random_uuid(), ${body}, ${tx.now})
        on conflict on constraint email_templates_once do update set version = excluded.version`),
      'write',
    )
    await render(setup, shop)
  }
  const { entries, characters, room } = cachedCustomTexts()
  assert.ok(entries > before.entries)
  assert.ok(characters <= room, `${characters} of ${room}`)
})
