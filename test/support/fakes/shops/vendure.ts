// Imitates the part of Vendure's Admin API that a connected shop and its ratings use. It answers by the names of our
// documents. Like Vendure, it refuses custom fields that the shop does not define.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Row = Record<string, unknown>
type Product = { id: string; name: string; customFields: Row }
type Variables = { options?: { skip?: number; take?: number }; id?: string; input?: { id: string; customFields: Row } }

const apiKey = 'vendure-api-key'
export const ratingFields = [
  { name: 'evidentRating', type: 'float', list: false },
  { name: 'evidentRatingCount', type: 'int', list: false },
]

export type FakeVendure = Awaited<ReturnType<typeof startVendure>>

export async function startVendure() {
  const fake = {
    address: '',
    apiKey,
    /** Custom fields of products. */
    fields: [] as { name: string; type: string; list: boolean }[],
    permissions: ['ReadCatalog', 'ReadOrder'],
    products: [] as Product[],
    writes: 0,
    addProduct(name: string): Product {
      const product = { id: String(fake.products.length + 1), name, customFields: {} }
      fake.products.push(product)
      return product
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }

  const pageOf = (rows: readonly Row[], { options: { skip = 0, take = 100 } = {} }: Variables) => ({
    totalItems: rows.length,
    items: rows.slice(skip, skip + take),
  })
  const toCatalogue = ({ id, name }: Product): Row => ({
    ...{ id, name, enabled: true, facetValues: [], collections: [] },
    variantList: {
      totalItems: 1,
      items: [
        {
          id: `${id}0`,
          name,
          sku: `SKU-${id}`,
          enabled: true,
          priceWithTax: 990,
          currencyCode: 'EUR',
          facetValues: [],
        },
      ],
    },
  })
  const none = { totalItems: 0, items: [] }

  function answer(name: string, variables: Variables): Row | undefined {
    const settings = {
      serverConfig: {
        moneyStrategyPrecision: 2,
        entityCustomFields: [{ entityName: 'Product', customFields: fake.fields }],
      },
    }
    if (name === 'Settings') return { globalSettings: settings }
    if (name === 'RatingFields')
      return { globalSettings: settings, me: { channels: [{ permissions: fake.permissions }] } }
    if (name === 'Counts') return { products: { totalItems: fake.products.length }, orders: none }
    if (name === 'ProductCount') return { products: { totalItems: fake.products.length } }
    if (name === 'Products') return { products: pageOf(fake.products.map(toCatalogue), variables) }
    if (name === 'Rated') return { products: pageOf(fake.products, variables) }
    if (name === 'Rateable') return { product: fake.products.find(({ id }) => id === variables.id) ?? null }
    if (name === 'Rate') return rate(variables)
    if (name === 'Collections') return { collections: none }
    if (name === 'Orders' || name === 'Parts') return { orders: none }
  }

  function rate({ input }: Variables): Row | undefined {
    const product = fake.products.find(({ id }) => id === input?.id)
    const fields = Object.keys(input?.customFields ?? {})
    const isDefined = fields.every((field) => fake.fields.some(({ name }) => name === field))
    if (!product || !input || !isDefined || !fake.permissions.includes('UpdateProduct')) return undefined
    fake.writes++
    Object.assign(product.customFields, input.customFields)
    return { updateProduct: product }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString())
    const isKnown = request.headers['vendure-api-key'] === apiKey
    const data = isKnown ? answer(/^\w+ (\w+)/.exec(query)?.[1] ?? '', variables) : undefined
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(data ? { data } : { data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] }))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
