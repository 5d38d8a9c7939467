import type { StoreReads } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'
import { productsOf, withinPiece, type Young, youngOf } from '../rows/store.ts'
import type { PackedCounts } from '../sums/packed.ts'
import type { PartOfSums, Piece } from '../sums/rules.ts'
import { inPieces, inSums } from '../sums/store.ts'
import type { ProductRow } from './schema.ts'

type Of = { part: number }

/** Packed products of sums, added or taken off. */
export const findSummed = (tx: StoreReads, sums: readonly PartOfSums[]) =>
  tx.all<Of & { sign: number; products: string }>(sql`
    select p.part, p.sign, s.products
      from ${inSums(sums)}
      join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day`)

export type CountedProduct = { id: string } & PackedCounts

export const countPieces = (tx: StoreReads, pieces: readonly Piece[]) =>
  tx.all<Of & CountedProduct>(sql`
    select p.part, c.product_id as id, c.received, c.stars, c.low, c.unanswered, c.waiting
      from ${inPieces(pieces)} cross join lateral (${productsOf(tx, withinPiece)}) c`)

export const countYoung = (tx: StoreReads, young: Young) =>
  tx.all<Pick<CountedProduct, 'id' | 'unanswered' | 'waiting'>>(sql`
    select y.product_id as id, sum(y.unanswered) as unanswered, sum(y.waiting) as waiting from (${youngOf(tx, young)}) y
     group by y.product_id`)

export const findProducts = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<ProductRow['product']>(sql`
    select p.id, p.platform_product_id as "platformProductId", p.title, p.url, p.image_url as "imageUrl"
      from products p where p.store_env_id = ${tx.storeEnvId} and ${isAmong('p.id', ids, 'uuid')}`)
