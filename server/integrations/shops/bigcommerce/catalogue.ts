import { readText, toRecord, toRecords } from '../fields.ts'
import {
  compareCount,
  type IdentifierSources,
  type Page,
  type Position,
  type ShopCategory,
  type ShopProduct,
  type Verdict,
} from '../shop.ts'
import { type Client, isTooMuch } from './client.ts'
import { type Surroundings, toProduct } from './products.ts'
import { type Fields, readId } from './values.ts'

/** A product may have 600 variants, so the maximum of 250 products a page would be a hundred megabytes. */
const pageSize = 100
const include = 'variants,custom_fields,primary_image'
const listSize = 250

export function createCatalogue(client: Client, identifiers: IdentifierSources, currency: string | null) {
  const brands = new Map<string, string>()
  let store: Pick<Surroundings, 'currency' | 'origin'> | undefined
  let total: number | null = null
  /** Number of rows on all pages, set after the last page. It includes rows that could not be stored. */
  let readTo: number | undefined

  async function readStore(): Promise<Pick<Surroundings, 'currency' | 'origin'>> {
    const row = toRecord(await client.get('/v2/store'))
    store = { currency: readText(row.currency) ?? currency, origin: readText(row.secure_url) ?? readText(row.domain) }
    if (store.origin && !/^https?:\/\//.test(store.origin)) store.origin = `https://${store.origin}`
    return store
  }

  async function toProducts(rows: readonly Fields[]): Promise<ShopProduct[]> {
    if (rows.length === 0) return []
    const { currency, origin } = store ?? (await readStore())
    if (identifiers.brand === 'brand') await readBrands(rows)
    return rows.flatMap((row) => toProduct(row, { identifiers, brands, currency, origin }) ?? [])
  }

  async function readBrands(rows: readonly Fields[]): Promise<void> {
    const wanted = new Set(rows.flatMap((row) => readId(row.brand_id) ?? []).filter((id) => !brands.has(id)))
    const ids = [...wanted]
    for (let at = 0; at < ids.length; at += 50) {
      const query = { 'id:in': ids.slice(at, at + 50).join(','), limit: listSize }
      for (let page = 1; ; page += 1) {
        const { rows: found, isLast } = toListPage(await client.get('/v3/catalog/brands', { ...query, page }))
        for (const { id, name } of found) brands.set(readId(id) ?? '', readText(name) ?? '')
        if (isLast) break
      }
    }
    // Caches deleted brands as empty, so that later pages do not request them again.
    for (const id of ids) if (!brands.has(id)) brands.set(id, '')
  }

  async function readProducts(from: Position | null): Promise<Page<ShopProduct>> {
    const position = { page: Number(from?.page ?? 1), size: Number(from?.size ?? pageSize) }
    const after = readText(from?.after)
    const query = { include, limit: position.size, sort: 'id', direction: 'asc' }
    let answer: unknown
    try {
      answer = await client.get('/v3/catalog/products', { ...query, ...(after ? { after } : { page: position.page }) })
    } catch (error) {
      if (!isTooMuch(error) || position.size === 1) throw error
      // Requests the same products again, in smaller pages from the same start.
      const size = position.size / (position.size > 4 ? 5 : position.size)
      const page = ((position.page - 1) * position.size) / size + 1
      return { items: [], next: { ...from, page, size }, total }
    }
    const { rows, isLast, cursor, total: counted } = toListPage(answer)
    total = counted
    const read = Number(from?.read ?? 0) + rows.length
    readTo = isLast || (after && !cursor) ? read : undefined
    // In paging by cursor, a missing cursor marks the end.
    const next =
      isLast || (after && !cursor)
        ? null
        : { page: position.page + 1, size: position.size, read, ...(cursor && { after: cursor }) }
    return { items: await toProducts(rows), next, total }
  }

  /** Uses the count of the page that was read last. A process that read no page requests the count. */
  async function verify(seen: number): Promise<Verdict> {
    const counted = total ?? toListPage(await client.get('/v3/catalog/products', { limit: 1, page: 1 })).total
    if (counted === null) return { isWhole: false, reason: 'BigCommerce did not report how many products there are.' }
    const came = readTo ?? seen
    return compareCount('BigCommerce', counted, came)
  }

  async function findProducts(ids: readonly string[]): Promise<ShopProduct[]> {
    const asked = ids.filter((id) => /^\d{1,15}$/.test(id))
    const found: ShopProduct[] = []
    for (let at = 0; at < asked.length; at += 50) {
      const few = new Set(asked.slice(at, at + 50))
      const answer = await client.get('/v3/catalog/products', { 'id:in': [...few].join(','), include, limit: 50 })
      const rows = toListPage(answer).rows.filter(({ id }) => few.has(readId(id) ?? ''))
      found.push(...(await toProducts(rows)))
    }
    return found
  }

  async function readCategories(from: Position | null): Promise<Page<ShopCategory>> {
    const page = Number(from?.page ?? 1)
    const answer = toListPage(await client.get('/v3/catalog/trees/categories', { limit: listSize, page }))
    const items = answer.rows.flatMap((row) => {
      const platformCategoryId = readId(row.category_id) ?? readId(row.id)
      const name = readText(row.name)
      const handle = readText(toRecord(row.url).path)?.replace(/^\/|\/$/g, '') || null
      return platformCategoryId && name
        ? [{ platformCategoryId, name, handle, parentPlatformCategoryId: readId(row.parent_id) }]
        : []
    })
    return { items, next: answer.isLast ? null : { page: page + 1 }, total: answer.total }
  }

  return { readProducts, verify, findProducts, readCategories }
}

type ListPage = { rows: Fields[]; isLast: boolean; cursor: string | null; total: number | null }

/** The list ends with an empty page, or with the last counted page. */
export function toListPage(answer: unknown): ListPage {
  const { data, meta } = toRecord(answer)
  const rows = toRecords(data)
  const { pagination, cursor_pagination: cursors } = toRecord(meta)
  const { total, total_pages: pages, current_page: current } = toRecord(pagination)
  const links = toRecord(toRecord(cursors).links)
  const cursor = links.next === undefined || links.next === null ? null : readText(toRecord(cursors).end_cursor)
  const isCounted = typeof pages === 'number' && typeof current === 'number'
  const isLast = rows.length === 0 || (!cursor && isCounted && current >= pages)
  return { rows, isLast, cursor, total: typeof total === 'number' ? total : null }
}
