// Who owns the tables is held to the policy of stores as everybody is, unless they are a superuser: a migration has to see all rows all the same.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { startService, type TestService } from '#test/service.ts'

const migration = new URL('../../../../migrations/0320_first_acts_by_submission.sql', import.meta.url)

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

test('acts of every store learn when their review was submitted, from an owner without superuser', async () => {
  for (const shop of [await service.shop(), await service.shop()]) {
    const review = await addReview(service, shop, { productId: await addProduct(shop), status: 'pending' })
    assert.equal((await shop.api.put(`/reviews/${review}`, { status: 'approved' })).status, 200)
  }
  await superuser.query('begin')
  try {
    await superuser.query(`
      create role plain_owner nosuperuser nobypassrls;
      grant plain_owner to current_user;
      grant usage, create on schema public to plain_owner;
      alter table analytics_first_acts drop column submitted_at;
      alter table analytics_first_acts owner to plain_owner;
      alter table reviews owner to plain_owner;
      set local role plain_owner`)
    await superuser.query(readFileSync(migration, 'utf8'))
    await superuser.query('reset role')
    const { rows } = await superuser.query(
      `select a.submitted_at = r.submitted_at as "isFilled", c.relforcerowsecurity as "isHeld"
         from analytics_first_acts a join reviews r on r.store_env_id = a.store_env_id and r.id = a.review_id,
              pg_class c where c.oid = any('{reviews,analytics_first_acts}'::regclass[])`,
    )
    assert.deepEqual(rows, Array(4).fill({ isFilled: true, isHeld: true }))
  } finally {
    await superuser.query('rollback')
  }
})
