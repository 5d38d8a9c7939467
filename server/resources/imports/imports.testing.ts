import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asApplication } from '#test/database.ts'
import type { Answer, Api, Shop, TestService } from '#test/service.ts'

const samples = join(import.meta.dirname, 'formats/samples')
export const sampleNames: readonly string[] = readdirSync(samples)
export const sample = (name: string): Buffer => readFileSync(join(samples, name))

export const csv = { 'content-type': 'text/csv' }

export const upload = (
  api: Api,
  content: string | Buffer,
  query = '',
  headers: Record<string, string> = csv,
): Promise<Answer> => api.post(`/imports/reviews${query}`, content, headers)

export async function importFile(service: TestService, api: Api, content: string | Buffer, query = '') {
  const { status, body } = await upload(api, content, query)
  assert.equal(status, 202, JSON.stringify(body))
  await service.runJobs()
  return (await api.get(`/imports/${body.id}`)).body
}

export const pickCounts = ({ total, imported, updated, skipped, failed }: Record<string, number>) => ({
  total,
  imported,
  updated,
  skipped,
  failed,
})

export async function listImportRows(api: Api, id: string, query = '') {
  const { status, body } = await api.get(`/imports/${id}/rows?limit=100${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export async function sellSamples(shop: Shop): Promise<void> {
  const product = (platformProductId: string, more: object = {}) => ({
    platformProductId,
    title: platformProductId,
    ...more,
  })
  const handles = ['sticker-pack', 'wool-blanket', 'gafas', 'lamp', 'shelf', 'teapot', 'savon-bio', 'robe-ete', 'cup']
  const urls = ['https://shop.example.com/en/products/knife?variant=1', 'https://laden.example.de/products/tasse/']
  const { body } = await shop.api.put('/products', [
    ...handles.map((handle) => product(`by-handle-${handle}`, { handle })),
    ...urls.map((url, i) => product(`by-url-${i}`, { url })),
    ...['7012345678', '171092420', '123456', '70123456789012345678', '5502', '6601', 'PG-17'].map((id) => product(id)),
    product('by-variant', { variants: [{ platformVariantId: '87' }] }),
    product('5501'),
    // The stored GTIN has 14 digits, and the GTIN in the file has 13.
    product('by-gtin', { gtin: '04006381333931' }),
  ])
  assert.equal(body.failed, 0, JSON.stringify(body))
}

export function looxFile(
  n: number,
  row: (i: number) => Partial<Record<'body' | 'rating' | 'email' | 'handle', string>> = () => ({}),
) {
  const lines = Array.from({ length: n }, (_, i) => {
    const {
      body = `Review number ${i}`,
      rating = String(1 + (i % 5)),
      email = `p${i}@example.com`,
      handle = 'mug',
    } = row(i)
    return `${handle},${rating},Person ${i},${email},"${body}",2024-07-18 15:23:00 UTC`
  })
  return `product_handle,rating,author,email,body,created_at\n${lines.join('\n')}\n`
}

export const sellMug = (shop: Shop) =>
  shop.api.put('/products', [{ platformProductId: 'mug', handle: 'mug', title: 'Mug' }])

export async function listImportedReviews(api: Api, query = '') {
  const { status, body } = await api.get(`/reviews?limit=100&imported=true${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** Queries as the application, so that row-level security limits the query to the shop. */
export const queryAs = (service: TestService, shop: Shop, text: string, values: unknown[] = []) =>
  asApplication({ url: service.databaseUrl, secretKey: process.env.TEST_SECRET_KEY ?? '' }, async (client) => {
    await client.query('begin')
    await client.query('select app.set_tenant($1, $2)', [shop.storeEnvId, shop.organizationId])
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return rows
  })

export const countRows = async (service: TestService, shop: Shop, table: string): Promise<number> =>
  Number((await queryAs(service, shop, `select count(*) as n from ${table}`))[0].n)

export async function makeMugShop(service: TestService): Promise<Shop> {
  const shop = await service.shop()
  await sellMug(shop)
  return shop
}
