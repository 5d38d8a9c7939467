import assert from 'node:assert/strict'
import { sql } from '#platform/db/query.ts'
import type { LedgerEntry } from '#resources/evidence/schema.ts'
import type { Api, Shop, TestService } from '#test/service.ts'

let made = 0

type Pushed = { platformProductId: string; sku?: string; gtin?: string; status?: string; title?: string }

export async function push(api: Api, product: Pushed): Promise<string> {
  const pushed = await api.put('/products', [{ title: `The ${product.platformProductId}`, ...product }])
  assert.equal(pushed.body.failed, 0, pushed.text)
  return (await api.get(`/products/by-platform-id/${product.platformProductId}`)).body.id
}

export async function addPair({ api }: Pick<Shop, 'api'>) {
  const n = ++made
  const [old, anew] = [`old-${n}`, `new-${n}`]
  const from = await push(api, { platformProductId: old, sku: `SKU-${n}` })
  const into = await push(api, { platformProductId: anew, sku: `SKU-${n}` })
  return { from, into, old, anew, sku: `SKU-${n}` }
}

export async function pushOrder(api: Api, platformOrderId: string, email: string, ...products: string[]) {
  const pushed = await api.put('/orders', [
    {
      platformOrderId,
      email,
      placedAt: '2026-11-01T10:00:00.000Z',
      deliveredAt: '2026-11-05T10:00:00.000Z',
      lineItems: products.map((platformProductId) => ({ platformProductId, quantity: 1 })),
    },
  ])
  assert.equal(pushed.body.failed, 0, pushed.text)
  return (await api.get(`/orders/by-platform-id/${platformOrderId}`)).body
}

export const merge = (api: Api, from: string, into: string) => api.post(`/products/${from}/merge`, { into })

export const movedEntries = async ({ service }: TestService, shop: Shop): Promise<LedgerEntry[]> =>
  (
    await service.db.store(shop, 'read', (tx) =>
      tx.all<{ entry: string }>(sql`
        select entry from evidence_entries where store_env_id = ${tx.storeEnvId} and type = 'moved' order by seq`),
    )
  ).map(({ entry }) => JSON.parse(entry))
