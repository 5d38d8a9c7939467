// Ratings in the metadata of products. An update merges the metadata, and an empty text removes a key.
import { blocked, type Content, type Destination, refused } from '../destination.ts'
import { readId, toRecord } from '../fields.ts'
import { ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

const averageKey = 'evident_rating'
const countKey = 'evident_rating_count'
const pageSize = 200

export function createRatings(client: Client): Destination {
  const write = async (id: string, metadata: Record<string, unknown>) => {
    const answer = await client.change(`/admin/products/${encodeURIComponent(id)}`, { metadata })
    return answer && toRecord(toRecord(answer.product).metadata)
  }
  return {
    atOnce: 4,
    async prepare(place) {
      await client.list('/admin/products', 'products', { fields: 'id', limit: 1 })
      return place
    },
    async put(content) {
      if (!('rating' in content)) throw new Error('This destination accepts only ratings.')
      const { average, count } = content.rating
      const written = await allowed(write(content.key, { [averageKey]: Number(average), [countKey]: count }))
      if (!written) throw refused('no_shop_product', 'The shop has no product with this id.')
      return { externalId: content.key, isLive: isWritten(written, Number(average), count) }
    },
    async remove({ key }) {
      await allowed(write(key, { [averageKey]: '', [countKey]: '' }))
    },
    async list(from) {
      const offset = Number(from?.offset ?? 0)
      const { rows, count } = await client.list('/admin/products', 'products', {
        ...{ fields: 'id,metadata', order: 'id', offset, limit: pageSize },
      })
      return {
        items: rows.flatMap((row) => {
          const [key, metadata] = [readId(row.id), toRecord(row.metadata)]
          if (key === undefined || (!(averageKey in metadata) && !(countKey in metadata))) return []
          return {
            key,
            externalId: key,
            isSame: (content: Content) =>
              'rating' in content && isWritten(metadata, Number(content.rating.average), content.rating.count),
          }
        }),
        next: rows.length > 0 && offset + rows.length < count ? { offset: offset + rows.length } : null,
      }
    },
  }
}

const isWritten = (metadata: Record<string, unknown>, average: number, count: number) =>
  metadata[averageKey] === average && metadata[countKey] === count

/** A key that may not write blocks the destination: the merchant can change its permission without connecting again. */
async function allowed<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ShopFailure && error.code === 'not_permitted')
      throw blocked('permission_missing', 'The API key is not allowed to update products in Medusa.')
    throw error
  }
}
