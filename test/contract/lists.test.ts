import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import type { Operation } from '#platform/calls/operation.ts'
import { computeMark } from '#platform/calls/paging/page-cursors.ts'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { buildPath, guarded, listParams, nameOf, type Shape } from '#test/operations.ts'
import { type Answer, type Api, startService, type TestService } from '#test/service.ts'
import { insertTenant, tenantTables } from '#test/tenant-rows.ts'

let service: TestService
let owner: Api
let ids: string[]
/** Id of the only sync, for lists whose path contains the id of a sync. */
let syncId: string
before(async () => {
  service = await startService()
  const shop = await service.shop()
  owner = await shop.signedIn()
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  const rows = await insertTenant(superuser, await tenantTables(superuser), shop.storeEnvId, 'someone@example.com')
  // The planted JSON is replaced, because stored JSON must match its schema when it is returned.
  await superuser.query(`update imports set options = '{"status": "pending"}'`)
  const filter = { productIds: [], categoryIds: [], minimumTotal: null, firstOrder: null, tier: null }
  await superuser.query(`update email_sequence_versions set steps = '[]', filter = $1`, [JSON.stringify(filter)])
  await superuser.query('update email_sequences set removed_at = null')
  await superuser.query('delete from events')
  // The list of webhooks does not contain a gallery's endpoint.
  await superuser.query('update webhook_endpoints set gallery_id = null')
  // The planted ledger entry would collide with the entry of the review created below.
  await superuser.query('delete from evidence_entries')
  const review = {
    productId: await addProduct(shop),
    rating: 5,
    body: 'x',
    authorName: 'J',
    authorEmail: 'j@x.example',
  }
  assert.equal((await shop.api.post('/reviews', review)).status, 201)
  await superuser.end()
  syncId = String(rows.get('shop_syncs')?.id)
  ids = [...rows.values()].flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
})
after(() => service.close())

const lists = guarded.filter((op) => 'includeTotal' in ((op.input.query as Shape | undefined)?.properties ?? {}))

async function read(op: Operation, position?: string): Promise<Answer> {
  const fills = listParams(op).length === 1 ? ids.map((id) => ({ id })) : ids.map((id) => ({ id, syncId }))
  const tries: Record<string, string>[] = listParams(op).length === 0 ? [{}] : fills
  for (const fill of tries) {
    const cursor = position === undefined ? '' : `&cursor=${position}.${computeMark(op, fill, {})}`
    const answer = await owner.get(`${buildPath(op, fill)}?includeTotal=true&limit=100${cursor}`)
    if (answer.status !== 404) return answer
  }
  throw new Error(`${nameOf(op)}: no row has such a list`)
}

/** Cursor positions behind the last row, in either sort order. */
const ends = [
  '2000-01-01T00:00:00.000Z|00000000-0000-7000-8000-000000000000',
  '0|00000000-0000-7000-8000-000000000000',
  '999999999|ffffffff-ffff-7fff-8fff-ffffffffffff',
  `~${Buffer.from('zzz').toString('base64url')}|ffffffff-ffff-7fff-8fff-ffffffffffff`,
].map((position) => Buffer.from(position).toString('base64url'))

async function readPastEnd(op: Operation): Promise<Answer> {
  for (const end of ends) {
    const answer = await read(op, end)
    if (answer.status === 200 && answer.body.data.length === 0) return answer
  }
  throw new Error(`${nameOf(op)}: no cursor leads past its end`)
}

test('a list with includeTotal returns its total, even on an empty page past the end', async () => {
  let filled = 0
  for (const op of lists) {
    const { status, body, text } = await read(op)
    // Billing is off in this process, so its lists return an error.
    if (body.code === 'billing_off') continue
    assert.equal(status, 200, `${nameOf(op)} ${text}`)
    assert.equal(body.pagination.total, body.data.length, nameOf(op))
    assert.equal((await readPastEnd(op)).body.pagination.total, body.data.length, nameOf(op))
    if (body.data.length > 0) filled++
  }
  assert.ok(filled >= 15, `${filled} of ${lists.length} lists had rows`)
})
