// Reads the variations of a page of products. From version 10.3 on, WooCommerce lists the variations of several products in
// one call. Earlier versions list those of one product per call.
import { readId } from '../fields.ts'
import { ShopFailure } from '../shop.ts'
import type { Client, List } from './client.ts'
import { variationFields } from './products.ts'

type Node = Record<string, unknown>
/** As many product ids as fit into a URL. */
const parentsAtOnce = 100
const perPage = 100

export const variationCount = ({ variations }: Node): number => (Array.isArray(variations) ? variations.length : 0)

export function createVariationReader(client: Client): (products: readonly Node[]) => Promise<Map<string, Node[]>> {
  let isListed: boolean | undefined

  return async (products) => {
    const ids = products.flatMap(({ id }) => readId(id) ?? [])
    const byParent = new Map<string, Node[]>(ids.map((id) => [id, []]))
    if (ids.length === 0) return byParent
    isListed ??= await client.hasRoute('/variations')
    if (isListed) {
      for (let at = 0; at < ids.length; at += parentsAtOnce) {
        const parent = ids.slice(at, at + parentsAtOnce).join(',')
        const rows = await readAll((page) => client.list('/variations', { ...buildPageQuery(page), parent }))
        for (const row of rows) byParent.get(readId(row.parent_id) ?? '')?.push(row)
      }
    } else {
      for (const id of ids)
        byParent.set(id, await readAll((page) => client.list(`/products/${id}/variations`, buildPageQuery(page))))
    }
    return byParent
  }
}

const buildPageQuery = (page: number) => ({
  per_page: perPage,
  page,
  orderby: 'id',
  order: 'asc',
  status: 'any',
  _fields: variationFields,
})

/**
 * A deletion during the read moves other variations to a page that was already read. The function therefore reads again
 * until the count is stable.
 */
async function readAll(read: (page: number) => Promise<List>): Promise<Node[]> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const found = new Map<string, Node>()
    const totals = new Set<number | null>()
    for (let page = 1; ; page += 1) {
      const { rows, total } = await read(page)
      totals.add(total)
      for (const row of rows) found.set(readId(row.id) ?? '', row)
      if (rows.length < perPage || (total !== null && page * perPage >= total)) break
    }
    const [total = null] = totals
    if (totals.size === 1 && (total === null || found.size >= total)) return [...found.values()]
  }
  throw new ShopFailure('shop_failed', "The product's variations change faster than they can be read.")
}
