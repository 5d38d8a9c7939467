// What earlier migrations filled in for stores that were there already, and not for those of an owner without superuser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

const migration = readFileSync(new URL('../../migrations/0360_filled_again.sql', import.meta.url), 'utf8')
const at = '2026-11-01T10:00:00.000Z'

let service: TestService
let superuser: Client
before(async () => {
  service = await startService()
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
})
after(async () => {
  await superuser.end()
  await service.close()
})

async function open(): Promise<{ shop: Shop; review: string }> {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  return { shop, review: await addReview(service, shop, { productId, status: 'approved', submittedAt: at }) }
}

test('an owner without superuser finds the acts and the ledgers that its stores have lacked, once', async () => {
  const stores = [await open(), await open()]
  const found = async () => {
    const { rows } = await superuser.query(`
      select (select count(*)::int from analytics_first_acts where decided_at = '${at}' and submitted_at = '${at}') as acts,
             (select count(*)::int from analytics_changes where day = '-infinity') as marks,
             (select count(*)::int from evidence_ledgers where is_entering) as entering,
             (select count(distinct store_env_id)::int from agenda where task = 'evidence.enter') as due,
             (select count(*)::int from pg_class where relrowsecurity and not relforcerowsecurity) as open`)
    return rows[0]
  }
  await superuser.query('begin')
  try {
    await superuser.query(`
      delete from analytics_first_acts; delete from analytics_changes; delete from agenda where task = 'evidence.enter';
      update reviews set approved_at = '${at}';
      update schema_migrations set at = 'infinity' where name in ('0183_analytics.sql', '0210_evidence_ledger.sql')`)
    const nothing = await found()
    assert.deepEqual(nothing, { acts: 0, marks: 0, entering: 0, due: 0, open: nothing.open })
    await superuser.query(migration)
    assert.deepEqual(await found(), nothing, 'a superuser was shown all rows at the time')
    await superuser.query(`
      create role plain_owner nosuperuser nobypassrls;
      grant plain_owner to current_user;
      grant usage, create on schema public to plain_owner;
      create policy plain on agenda to plain_owner using (true);
      create policy plain on stores to plain_owner using (true);
      do $$ declare name text; begin
        foreach name in array '{reviews,analytics_first_acts,analytics_changes,evidence_ledgers,evidence_entries,agenda,stores,schema_migrations}'::text[]
        loop execute format('alter table %I owner to plain_owner', name); end loop; end $$`)
    for (const time of ['first', 'second']) {
      await superuser.query('set local role plain_owner')
      await superuser.query(migration)
      await superuser.query('reset role')
      const many = stores.length
      const { marks, ...others } = await found()
      assert.deepEqual(others, { acts: many, entering: many, due: many, open: nothing.open }, time)
      assert.ok(marks >= many)
    }
  } finally {
    await superuser.query('rollback')
  }
})
