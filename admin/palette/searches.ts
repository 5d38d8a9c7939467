import { queryOptions } from '@tanstack/react-query'
import { get, type Page, type Query } from '../api/client.ts'
import type { Customer } from '../api/customers.ts'
import type { Order } from '../api/orders.ts'
import type { Product } from '../api/products.ts'
import type { Review } from '../api/reviews/reviews.ts'
import { searchTargetIn } from '../pages/orders/search.ts'
import { isWholeAddress } from '../shell/search-values.ts'

const few = 5

/** Results are refetched each time the palette opens. A search is cancelled when the search text changes. */
const search = <T>(storeId: string, path: string, query: Query | undefined) =>
  queryOptions({
    queryKey: [storeId, 'palette', path, query],
    queryFn: async ({ signal }) =>
      (await get<Page<T>>(path, { storeId, query: { ...query, limit: few }, signal })).data,
    enabled: query !== undefined,
    staleTime: 10_000,
    gcTime: 30_000,
    retry: false,
  })

/** Reviews and products cannot be found by an email address. */
const words = (text: string): Query | undefined => (text.length < 2 || isWholeAddress(text) ? undefined : { q: text })

export const reviewSearch = (storeId: string, text: string) => search<Review>(storeId, '/reviews', words(text))
export const productSearch = (storeId: string, text: string) => search<Product>(storeId, '/products', words(text))

export function orderSearch(storeId: string, text: string) {
  const target = text.length < 2 ? undefined : searchTargetIn(text)
  return search<Order>(storeId, '/orders', typeof target === 'object' ? target : undefined)
}

export function customerSearch(storeId: string, text: string) {
  const query = text.length < 2 ? undefined : isWholeAddress(text) ? { email: text } : { q: text }
  return search<Customer>(storeId, '/customers', query)
}

type Section = { kind: string; title: string; within: string; href: string; text: string }
export type Guide = Pick<Section, 'title' | 'within' | 'href'>

/** The guides are loaded once and searched here, so the search words never leave the browser. */
export const guidesQuery = queryOptions({
  queryKey: ['guides'],
  queryFn: async ({ signal }): Promise<Section[]> => {
    const response = await fetch('/docs/search.json', { signal })
    if (!response.ok) throw new Error('The guides could not be read.')
    return response.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export function guidesFor(sections: readonly Section[], text: string): Guide[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  // Matches the start of words only: "over" does not match "discover".
  const has = (said: string) => {
    const words = ` ${said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    return wanted.every((word) => words.includes(` ${word}`))
  }
  const guides = sections.filter(({ kind }) => kind === 'Guide')
  const byTitle = guides.filter(({ title }) => has(title))
  const byText = guides.filter(({ title, within, text }) => !has(title) && has(`${title} ${within} ${text}`))
  return [...byTitle, ...byText].slice(0, few)
}
