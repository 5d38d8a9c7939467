import { type ID, Product } from '@vendure/core'
import { type DataSource, In } from 'typeorm'
import type { Ratings } from './ratings.ts'

type Fields = { evidentRating?: number | null; evidentReviewCount?: number | null }

/**
 * Copies ratings to the custom fields of these products. Compares with the fields themselves: they are behind the ratings
 * after a crash, and empty after the option was switched on.
 */
export async function writeCustomFields(
  database: DataSource,
  ratings: Ratings,
  productIds: readonly string[],
  decode: (productId: string) => ID,
): Promise<void> {
  const products = database.getRepository(Product)
  const ids = new Map(productIds.map((productId) => [productId, decode(productId)]))
  const found = await products.find({ where: { id: In([...ids.values()]) }, loadEagerRelations: false })
  const fieldsOf = new Map(found.map(({ id, customFields }) => [id, customFields as Fields]))
  for (const { productId, average, count } of await ratings.list(productIds)) {
    const id = ids.get(productId)
    const fields = id === undefined ? undefined : fieldsOf.get(id)
    if (id === undefined || !fields) continue
    if ((fields.evidentRating ?? null) === average && fields.evidentReviewCount === count) continue
    await products.update(id, { customFields: { evidentRating: average, evidentReviewCount: count } } as never)
  }
}
