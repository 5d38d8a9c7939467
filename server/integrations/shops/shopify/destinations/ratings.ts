// Ratings in Shopify's standard metafields, which themes and search engine apps read.
import { blocked, type Content, type Destination, refused } from '../../destination.ts'
import { isRecord, parseJson, readText } from '../../fields.ts'
import { ShopFailure } from '../../shop.ts'
import type { Client } from '../graphql/client.ts'
import { isNumber, parseGid, toGid } from '../graphql/ids.ts'
import {
  deleteMetafields,
  enableDefinition,
  ratedProducts,
  scopesOfApp,
  setMetafields,
  standardDefinitions,
} from './documents.ts'

const namespace = 'reviews'
const keys = ['rating', 'rating_count'] as const

type Metafield = { value: string } | null
type PageInfo = { hasNextPage: boolean; endCursor: string | null }
type RatedPage = { products: { nodes: { id: string; rating: Metafield; count: Metafield }[]; pageInfo: PageInfo } }

export function createRatings(client: Client): Destination {
  return {
    atOnce: 4,
    async prepare(place) {
      await requireScope(client, 'write_products')
      if (place.isDefined === true) return place
      const { standardMetafieldDefinitionTemplates: templates, metafieldDefinitions: made } = await client.ask<{
        standardMetafieldDefinitionTemplates: {
          nodes: { id: string; namespace: string; key: string; ownerTypes: string[] }[]
        }
        metafieldDefinitions: { nodes: { key: string }[] }
      }>(standardDefinitions)
      const missing = templates.nodes.filter(
        (each) =>
          each.namespace === namespace &&
          keys.some((key) => key === each.key) &&
          each.ownerTypes.includes('PRODUCT') &&
          !made.nodes.some(({ key }) => key === each.key),
      )
      for (const { id } of missing) {
        const { standardMetafieldDefinitionEnable: answer } = await client.ask<{
          standardMetafieldDefinitionEnable: { userErrors: { code: string | null }[] }
        }>(enableDefinition, { id })
        const [error] = answer.userErrors.filter(({ code }) => code !== 'TAKEN')
        if (error)
          throw new ShopFailure('shop_failed', `Shopify did not enable the field: ${error.code ?? 'no reason'}.`)
      }
      return { ...place, isDefined: true }
    },
    async put(content) {
      if (!('rating' in content)) throw new Error('This destination accepts only ratings.')
      const ownerId = toOwner(content.key)
      const { average, count } = content.rating
      const { metafieldsSet } = await client.ask<{
        metafieldsSet: { metafields: { id: string }[] | null; userErrors: { code: string | null }[] }
      }>(setMetafields, {
        metafields: [
          {
            ...{ ownerId, namespace, key: 'rating', type: 'rating' },
            value: JSON.stringify({ value: average, scale_min: '1.0', scale_max: '5.0' }),
          },
          { ownerId, namespace, key: 'rating_count', type: 'number_integer', value: String(count) },
        ],
      })
      refuseErrors(metafieldsSet.userErrors)
      return { externalId: ownerId, isLive: (metafieldsSet.metafields?.length ?? 0) === keys.length }
    },
    async remove({ key }) {
      if (!isNumber(key)) return
      const ownerId = toGid('Product', key)
      const { metafieldsDelete } = await client.ask<{ metafieldsDelete: { userErrors: { message: string }[] } }>(
        deleteMetafields,
        { metafields: keys.map((each) => ({ ownerId, namespace, key: each })) },
      )
      // A product that the shop deleted has no fields left.
      const errors = metafieldsDelete.userErrors.filter(({ message }) => !/not found|does not exist/i.test(message))
      if (errors.length > 0) throw new ShopFailure('shop_failed', 'Shopify refused to delete the rating.')
    },
    async list(from) {
      const { products } = await client.ask<RatedPage>(ratedProducts, { after: readText(from?.after) })
      return {
        items: products.nodes.flatMap(({ id, rating, count }) => {
          const key = parseGid(id)
          if (key === undefined || (rating === null && count === null)) return []
          return { key, externalId: id, isSame: (content: Content) => isSame(content, rating, count) }
        }),
        next: products.pageInfo.hasNextPage ? { after: products.pageInfo.endCursor } : null,
      }
    },
  }
}

function isSame(content: Content, rating: Metafield, count: Metafield): boolean {
  if (!('rating' in content) || rating === null || count === null) return false
  const there = parseJson(Buffer.from(rating.value))
  return (
    isRecord(there) &&
    Number(there.value) === Number(content.rating.average) &&
    Number(count.value) === content.rating.count
  )
}

function toOwner(id: string): string {
  if (!isNumber(id)) throw refused('no_shop_product', 'The shop has no product with this id.')
  return toGid('Product', id)
}

export async function requireScope(client: Client, scope: string): Promise<void> {
  if (await lacksScope(client, scope))
    throw blocked('permission_missing', `The app lacks the scope ${scope}. Add it and install the app again.`)
}

export async function lacksScope(client: Client, scope: string): Promise<boolean> {
  const { currentAppInstallation: app } = await client.ask<{
    currentAppInstallation: { accessScopes: { handle: string }[] }
  }>(scopesOfApp)
  const granted = new Set(app.accessScopes.map(({ handle }) => handle))
  // A write scope includes reading.
  return !granted.has(scope) && !granted.has(scope.replace('read_', 'write_'))
}

export function refuseErrors(errors: readonly { code: string | null }[]): void {
  const [error] = errors
  if (!error) return
  const code = error.code ?? 'refused'
  throw refused(code, `Shopify refused this: ${code}.`)
}
