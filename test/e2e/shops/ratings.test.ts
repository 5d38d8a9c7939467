import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DestinationFailure } from '#integrations/shops/destination.ts'
import { medusa } from '#integrations/shops/medusa/medusa.ts'
import type { Shop } from '#integrations/shops/shop.ts'
import { vendure } from '#integrations/shops/vendure/vendure.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { createTools, makeConnection } from '#test/shop-tools.ts'
import { skip } from './installed.ts'
import { startMedusa } from './real-medusa.ts'
import { startVendure } from './real-vendure.ts'

const withFields = `
import { PluginCommonModule, VendurePlugin } from '@vendure/core'
@VendurePlugin({
  imports: [PluginCommonModule],
  configuration: (config) => {
    config.customFields.Product = [
      ...(config.customFields.Product ?? []),
      { name: 'evidentRating', type: 'float' },
      { name: 'evidentRatingCount', type: 'int' },
    ]
    return config
  },
})
export class EvidentPlugin {
  static init() {
    return EvidentPlugin
  }
}
`

/** Writes, repeats, lists and removes a rating of a product. The other fields of the product do not change. */
async function rate(shop: Shop, key: string) {
  const ratings = shop.destination?.('ratings')
  assert.ok(ratings)
  const place = await ratings.prepare({})
  const content = { key, rating: { average: '4.25', count: 4 } }
  for (let i = 0; i < 2; i++) assert.equal((await ratings.put(content, place)).isLive, true)
  const find = async () => (await ratings.list(null, place)).items.find((each) => each.key === key)
  assert.equal((await find())?.isSame?.(content), true)
  assert.equal((await find())?.isSame?.({ key, rating: { average: '4.00', count: 4 } }), false)
  await ratings.remove({ key, externalId: key }, place)
  assert.equal(await find(), undefined)
  await ratings.remove({ key, externalId: key }, place)
  return ratings
}

const isRefused = (error: unknown) =>
  error instanceof DestinationFailure && error.trouble.kind === 'refused' && error.trouble.reason === 'no_shop_product'

describe('ratings in real shops', { skip }, () => {
  test('a real Vendure shows ratings in its custom fields, once these are defined', async () => {
    const real = await startVendure({ plugin: withFields })
    try {
      const { id } = await real.addProduct({ name: 'Mug', sku: 'MUG', price: 1_000 })
      const connection = makeConnection({
        address: real.address,
        credentials: { username: real.username, password: real.password },
        identifiers: vendure.identifiers,
      })
      const ratings = await rate(vendure.open(connection, createTools()), id)
      await assert.rejects(ratings.put({ key: '9999', rating: { average: '5.00', count: 1 } }, {}), isRefused)
    } finally {
      await real.stop()
    }
  })

  test('a real Medusa shows ratings in its metadata, and other keys stay', async () => {
    const database = await createEmptyDatabase()
    const real = await startMedusa({ databaseUrl: database.url })
    try {
      const { product } = await real.admin('POST', '/admin/products', {
        ...{ title: 'Mug', status: 'published', metadata: { colour: 'blue' } },
        options: [{ title: 'Size', values: ['One'] }],
      })
      const connection = makeConnection({
        address: real.address,
        credentials: { apiKey: real.apiKey },
        identifiers: medusa.identifiers,
      })
      const ratings = await rate(medusa.open(connection, createTools()), product.id)
      const { product: after } = await real.admin('GET', `/admin/products/${product.id}`)
      assert.deepEqual(after.metadata, { colour: 'blue' })
      await assert.rejects(ratings.put({ key: 'prod_missing', rating: { average: '5.00', count: 1 } }, {}), isRefused)
    } finally {
      await real.stop()
      await database.drop()
    }
  })
})
