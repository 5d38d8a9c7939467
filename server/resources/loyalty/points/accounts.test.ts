import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { dates, type Terms } from '../program/rules.ts'
import { openLocked } from './commands.ts'
import type { FactColumns, MemberRow } from './store.ts'

const now = new Date('2026-11-20T12:00:00Z')
const tx = { now } as StoreTx
const terms = { revision: 1, tiers: [], ...dates(null, 'UTC') } as unknown as Terms
const row = { id: 'm1', balance: 30, revision: 1, folded_at: '2026-11-20T11:00:00Z' } as MemberRow
const fact = { member_id: 'm1', at: '2026-11-01T00:00:00Z', matures_at: null, reversed_at: null, points: 30 }
const member = { ...fact, id: 'm1', kind: 'member', points: 0 } as FactColumns
const order = { ...fact, id: 'o1', kind: 'order' } as FactColumns

test('a locked member whose earnings and redemptions were not read is not changed', () => {
  assert.deepEqual(openLocked(tx, terms, [row], []), [])
})

test("the balance is computed from earnings and redemptions, never from the member's own row", () => {
  const [account] = openLocked(tx, terms, [row], [member, order])
  assert.deepEqual([account?.earnings.map(({ id }) => id), account?.balance.balance, account?.lines], [['o1'], 30, []])
})
