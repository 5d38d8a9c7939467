import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationDb, StoreDb } from './db.ts'
import { ownDb } from './own.ts'

const opened: string[] = []
const db = {
  store: async (scope: { storeEnvId: string }) => opened.push(scope.storeEnvId),
  organization: async (id: string) => opened.push(id),
  stream: (kind: string) => opened.push(kind),
} as unknown as StoreDb & OrganizationDb
const own = { organizationId: 'our organization', storeEnvId: 'our store' }
const theirs = { organizationId: 'their organization', storeEnvId: 'their store' }
const work = async () => undefined

test('an operation opens transactions of its own store and organization', async () => {
  const { store, organization, stream } = ownDb(db, own)
  await store(own, 'write', work)
  await organization(own.organizationId, 'read', work)
  stream('export', own)
  assert.deepEqual(opened, [own.storeEnvId, own.organizationId, 'export'])
})

test('an operation cannot open another store, not even of its own organization', async () => {
  const { store, organization, stream } = ownDb(db, own)
  opened.length = 0
  for (const scope of [theirs, { ...own, storeEnvId: theirs.storeEnvId }, { ...theirs, storeEnvId: own.storeEnvId }]) {
    await assert.rejects(store(scope, 'read', work), /transaction of another/)
    assert.throws(() => stream('feed', scope), /transaction of another/)
  }
  await assert.rejects(organization(theirs.organizationId, 'read', work), /transaction of another/)
  const withoutStore = ownDb(db, { ...own, storeEnvId: '' })
  await assert.rejects(withoutStore.store({ ...own, storeEnvId: '' }, 'read', work), /transaction of another/)
  assert.deepEqual(opened, [])
})

test('an operation cannot obtain a connection', () => {
  assert.deepEqual(Object.keys(ownDb(db, own)).sort(), ['organization', 'store', 'stream'])
})
