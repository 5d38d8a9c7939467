// Writes ratings to the meta data of products, because WooCommerce's own `average_rating` is read-only. A null value
// deletes a key.
import { blocked, type Content, type Destination, refused } from '../destination.ts'
import { readId, toRecords } from '../fields.ts'
import { ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

const averageKey = 'evident_rating'
const countKey = 'evident_rating_count'
const pageSize = 100

export function createRatings(client: Client): Destination {
  /** Undefined if the shop has no such product. */
  const write = async (id: string, average: string | null, count: string | null) => {
    if (!/^\d{1,15}$/.test(id)) return undefined
    const body = {
      meta_data: [
        { key: averageKey, value: average },
        { key: countKey, value: count },
      ],
    }
    const answer = await client.change(`/products/${id}`, body).catch((error) => {
      if (error instanceof ShopFailure && error.code === 'not_permitted') throw mayOnlyRead()
      throw error
    })
    return answer && readMeta(answer)
  }
  return {
    // Few parallel calls, because a shared host has few PHP workers and visitors need them.
    atOnce: 2,
    async prepare(place) {
      await client.list('/products', { per_page: 1, _fields: 'id' })
      // Changes nothing, because no product has the id 0. WooCommerce refuses a read-only key before it looks the id
      // up.
      await client.change('/products/0', {}).catch((error) => {
        const isRefused = error instanceof ShopFailure && ['credentials_refused', 'not_permitted'].includes(error.code)
        throw isRefused ? mayOnlyRead() : error
      })
      return place
    },
    async put(content) {
      if (!('rating' in content)) throw new Error('This destination accepts only ratings.')
      const { average, count } = content.rating
      const written = await write(content.key, average, String(count))
      if (!written) throw refused('no_shop_product', 'The shop has no product with this id.')
      return { externalId: content.key, isLive: isWritten(written, content) }
    },
    async remove({ key }) {
      await write(key, null, null)
    },
    async list(from) {
      const page = Number(from?.page ?? 1)
      const { rows, total } = await client.list('/products', {
        ...{ per_page: pageSize, page, orderby: 'id', order: 'asc', status: 'any', _fields: 'id,meta_data' },
      })
      const isLast = rows.length < pageSize || (total !== null && page * pageSize >= total)
      return {
        items: rows.flatMap((row) => {
          const [key, meta] = [readId(row.id), readMeta(row)]
          if (key === undefined || (!meta.has(averageKey) && !meta.has(countKey))) return []
          return { key, externalId: key, isSame: (content: Content) => isWritten(meta, content) }
        }),
        next: isLast ? null : { page: page + 1 },
      }
    },
  }
}

const mayOnlyRead = () =>
  blocked('permission_missing', 'The key may only read. Create one with read and write permission.')

const readMeta = (product: Record<string, unknown>): Map<unknown, unknown> =>
  new Map(toRecords(product.meta_data).map(({ key, value }) => [key, value]))

/** WordPress stores meta data as text, so it may return a number or a string. */
const isWritten = (meta: Map<unknown, unknown>, content: Content) =>
  'rating' in content &&
  Number(meta.get(averageKey)) === Number(content.rating.average) &&
  Number(meta.get(countKey)) === content.rating.count
