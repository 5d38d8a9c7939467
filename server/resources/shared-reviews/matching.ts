// Reads the products of both stores, each in its own transaction, and matches them in this process.
import type { CrossDb, StoreScope } from '#platform/db/db.ts'
import { inSlices } from '#platform/values/slices.ts'
import {
  addToIndex,
  createIndex,
  type KeyedProduct,
  type MatchedProduct,
  type MatchPlan,
  matchProduct,
  planMatches,
} from './rules.ts'
import * as runs from './run-store.ts'
import type { MatchWord } from './schema.ts'

const productsAtOnce = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Terms = { match: readonly MatchWord[]; productIds: readonly string[] | null }

export async function matchProducts(
  db: CrossDb,
  receiver: StoreScope,
  giver: StoreScope,
  grantId: string,
  { match, productIds }: Terms,
): Promise<MatchPlan> {
  const index = createIndex(match)
  for await (const products of pagesOf(db, receiver))
    await inSlices(
      (function* () {
        for (const product of products) yield addToIndex(index, product)
      })(),
    )
  const shared = productIds && new Set(productIds)
  const found: MatchedProduct[] = []
  for await (const products of pagesOf(db, giver))
    await inSlices(
      (function* () {
        for (const { id, platformProductId, title, url, ...keys } of products) {
          yield
          if (shared?.has(id) === false) continue
          const productId = matchProduct(index, { id, platformProductId, title, url, ...keys })
          if (productId !== undefined) found.push({ originProductId: id, productId, platformProductId, title, url })
        }
      })(),
    )
  const stored = await db.store(receiver, 'read', (tx) => runs.listMatches(tx, grantId))
  return planMatches(stored, found)
}

async function* pagesOf(db: CrossDb, scope: StoreScope): AsyncGenerator<KeyedProduct[]> {
  for (let after = firstId; ; ) {
    const from = after
    const products = await db.store(scope, 'read', (tx) => runs.listProducts(tx, from, productsAtOnce))
    yield products
    const last = products.at(-1)
    if (!last || products.length < productsAtOnce) return
    after = last.id
  }
}
