import assert from 'node:assert/strict'
import type { Api } from '#test/service.ts'

export type PushedProduct = {
  platformProductId: string
  groupKey?: string | null
  gtin?: string
  sku?: string
  variants?: object[]
  status?: string
}

export async function pushAll(api: Api, products: readonly PushedProduct[]): Promise<void> {
  for (let at = 0; at < products.length; at += 250) {
    const { body, text } = await api.put(
      '/products',
      products.slice(at, at + 250).map((each) => ({ title: `The ${each.platformProductId}`, ...each })),
    )
    assert.equal(body.failed, 0, text)
  }
}

/** Pushes the products and returns their ids, in the same order. */
export async function pushProducts(api: Api, products: readonly PushedProduct[]): Promise<string[]> {
  await pushAll(api, products)
  return Promise.all(
    products.map(
      async ({ platformProductId }) =>
        (await api.get(`/products/by-platform-id/${encodeURIComponent(platformProductId)}`)).body.id as string,
    ),
  )
}

export const groupOf = async (api: Api, productId: string) =>
  (await api.get(`/products/groups?productId=${productId}`)).body.data[0]

/** A valid GTIN-13. */
export function gtin13(n: number): string {
  const body = `40${String(n).padStart(10, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return body + String((10 - (sum % 10)) % 10)
}
