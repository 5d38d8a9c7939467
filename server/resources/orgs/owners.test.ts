import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, provideService } from '#test/service.ts'
import { join, listRoles, type Member } from './orgs.testing.ts'

const service = provideService()

const acts: Record<string, (api: Api, id: string) => Promise<{ status: number }>> = {
  demote: (api, id) => api.patch(`/account/users/${id}`, { role: 'MEMBER' }),
  deactivate: (api, id) => api.patch(`/account/users/${id}`, { active: false }),
  remove: (api, id) => api.delete(`/account/users/${id}`),
}

async function owners(count: number): Promise<{ all: Member[]; remaining(): Promise<number> }> {
  const shop = await service.shop()
  const api = await shop.signedIn()
  const [id = ''] = Object.keys(await listRoles(api))
  const all: Member[] = [{ api, id, userId: '', email: shop.ownerEmail }]
  while (all.length < count) all.push(await join(service, shop, 'OWNER'))
  const remaining = () =>
    service.service.db.organization(shop.organizationId, 'read', async (tx) => {
      const { sql } = await import('#platform/db/query.ts')
      const rows = await tx.all(sql`
        select id from memberships where organization_id = ${tx.organizationId} and role = 'OWNER' and active`)
      return rows.length
    })
  return { all, remaining }
}

for (const [name, act] of Object.entries(acts)) {
  test(`owners who concurrently ${name} each other in a circle leave at least one owner`, async () => {
    const { all, remaining } = await owners(4)
    const answers = await Promise.all(all.map(({ api }, i) => act(api, all[(i + 1) % all.length]?.id ?? '')))
    assert.ok((await remaining()) >= 1)
    for (const { status } of answers) assert.ok([200, 204, 403, 404].includes(status), String(status))
  })

  test(`owners who concurrently ${name} themselves leave one owner`, async () => {
    const { all, remaining } = await owners(4)
    const answers = await Promise.all(all.map(({ api, id }) => act(api, id)))
    assert.equal(await remaining(), 1)
    assert.equal(answers.filter(({ status }) => status === 403).length, 1)
  })
}

test('a demoted owner immediately loses owner rights', async () => {
  for (let round = 0; round < 5; round++) {
    const { all } = await owners(3)
    const [first, second, third] = all
    assert.ok(first && second && third)
    // Either the second owner's change is committed first, or it is refused because that owner is already demoted.
    await Promise.all([acts.demote?.(first.api, second.id), acts.demote?.(second.api, third.id)])
    const after = await second.api.patch(`/account/users/${first.id}`, { role: 'MEMBER' })
    assert.equal(after.status, 403)
  }
})
