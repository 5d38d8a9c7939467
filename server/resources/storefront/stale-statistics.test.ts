import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { fillApprovedUnseen, fillPending } from '#test/filled-tables.ts'
import { provideService, type Shop } from '#test/service.ts'
import { type ListRequest, list } from './store.ts'

const [products, reviews] = [1_000, 20_000]

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await fillApprovedUnseen(service, shop, { products, reviews })
})

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

const countRows = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)) *
    plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, each) => sum + countRows(each), 0)

const touchedBy = (request: ListRequest) =>
  service.service.db.store(shop, 'read', async (tx) => {
    let touched = 0
    const all = async (page: Query<unknown>) => {
      const [row] = await tx.all<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        sql`explain (analyze, timing off, format json) ${page as ReturnType<typeof sql>}`,
      )
      touched += countRows(row?.['QUERY PLAN'][0]?.Plan as Plan)
      return []
    }
    const several = async ([settings, page]: [Query<unknown>, Query<unknown>]) => {
      await tx.run(settings)
      return [[], await all(page)]
    }
    const explaining = { storeEnvId: tx.storeEnvId, all, several } as unknown as StoreTx
    await list(explaining, request, service.service.services.media)
    return touched
  })

for (const sort of ['newest', 'highest', 'lowest', 'photos'] as const) {
  test(`a product's page sorted by ${sort} reads only its own reviews`, async () => {
    const touched = await touchedBy({ limit: 20, sort, platformProductId: 'p7' })
    // The product has twenty reviews, and several nodes of the query plan each count all twenty.
    assert.ok(touched > 0 && touched < 1_000, `${touched} rows`)
  })
  test(`a page of all products sorted by ${sort} reads only its rows`, async () => {
    const touched = await touchedBy({ limit: 20, sort })
    assert.ok(touched > 0 && touched < 1_000, `${touched} rows`)
  })
}

test('a page reads no pending reviews', async () => {
  await fillPending(service, shop, 5_000)
  const touched = await touchedBy({ limit: 20, sort: 'newest' })
  assert.ok(touched > 0 && touched < 1_000, `${touched} rows`)
})
