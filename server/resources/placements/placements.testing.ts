import assert from 'node:assert/strict'
import type { Api, Shop } from '#test/service.ts'

export const content = { name: 'Below the description', widget: 'reviews', selector: '#product', pageType: 'product' }

export async function placed(api: Api, more: object = {}) {
  const { status, body, text } = await api.post('/placements', { ...content, status: 'published', ...more })
  assert.equal(status, 201, text)
  return body
}

export type Shown = { id: string; widget: string; selector: string; settings: object; preview?: boolean }

export async function shownOn(shop: Shop, query: string, page: Api = shop.storefront): Promise<Shown[]> {
  const { status, body, text } = await page.get(`/storefront/placements?${query}`)
  assert.equal(status, 200, text)
  return body.data
}

export const idsOn = async (shop: Shop, query: string, page?: Api): Promise<string[]> =>
  (await shownOn(shop, query, page)).map(({ id }) => id)
