// Ratings in custom fields of products. Vendure's API refuses fields that the shop does not define, so the schema is read first.
import { blocked, type Content, type Destination, refused } from '../destination.ts'
import { readId, toRecord, toRecords } from '../fields.ts'
import { ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

const averageField = 'evidentRating'
const countField = 'evidentRatingCount'
const pageSize = 100

const whatDocument = `query RatingFields {
  globalSettings { serverConfig { entityCustomFields { entityName customFields { ... on CustomField { name type list } } } } }
  me { channels { permissions } }
}`

const writeDocument = `mutation Rate($input: UpdateProductInput!) {
  updateProduct(input: $input) { id customFields { ${averageField} ${countField} } }
}`

const listDocument = `query Rated($options: ProductListOptions) {
  products(options: $options) { totalItems items { id customFields { ${averageField} ${countField} } } }
}`

const findDocument = 'query Rateable($id: ID!) { product(id: $id) { id } }'

export function createRatings({ query }: Client): Destination {
  async function find(id: string): Promise<boolean> {
    return readId(toRecord((await query(findDocument, { id })).product).id) !== undefined
  }

  async function write(id: string, average: number | null, count: number | null) {
    try {
      const input = { id, customFields: { [averageField]: average, [countField]: count } }
      return toRecord(toRecord((await query(writeDocument, { input })).updateProduct).customFields)
    } catch (error) {
      if (error instanceof ShopFailure && error.code === 'credentials_refused')
        throw blocked('permission_missing', 'The administrator is not allowed to update products in Vendure.')
      // Vendure returns the same error for a missing product and for other failures, so we look the product up.
      if (error instanceof ShopFailure && error.code === 'shop_failed' && !(await find(id))) return undefined
      throw error
    }
  }

  return {
    atOnce: 4,
    async prepare(place) {
      const { globalSettings, me } = await query(whatDocument)
      const entities = toRecords(toRecord(toRecord(globalSettings).serverConfig).entityCustomFields)
      const fields = toRecords(entities.find(({ entityName }) => entityName === 'Product')?.customFields)
      const has = (name: string, type: string) =>
        fields.some((field) => field.name === name && field.type === type && field.list !== true)
      if (!has(averageField, 'float') || !has(countField, 'int'))
        throw blocked(
          'fields_missing',
          `Vendure has no custom fields ${averageField} (float) and ${countField} (int) of products. Define them.`,
        )
      const permissions = toRecords(toRecord(me).channels).flatMap(({ permissions: some }) =>
        Array.isArray(some) ? some : [],
      )
      if (!['UpdateCatalog', 'UpdateProduct', 'SuperAdmin'].some((each) => permissions.includes(each)))
        throw blocked('permission_missing', 'The administrator lacks the permission UpdateProduct in Vendure.')
      return place
    },
    async put(content) {
      if (!('rating' in content)) throw new Error('This destination accepts only ratings.')
      const { average, count } = content.rating
      const written = await write(content.key, Number(average), count)
      if (!written) throw refused('no_shop_product', 'The shop has no product with this id.')
      return { externalId: content.key, isLive: isWritten(written, Number(average), count) }
    },
    async remove({ key }) {
      await write(key, null, null)
    },
    async list(from) {
      const skip = Number(from?.skip ?? 0)
      const data = await query(listDocument, { options: { skip, take: pageSize, sort: { id: 'ASC' } } })
      const { items, totalItems } = toRecord(data.products)
      const rows = toRecords(items)
      return {
        items: rows.flatMap((row) => {
          const [key, fields] = [readId(row.id), toRecord(row.customFields)]
          if (key === undefined || (fields[averageField] ?? fields[countField] ?? null) === null) return []
          return {
            key,
            externalId: key,
            isSame: (content: Content) =>
              'rating' in content && isWritten(fields, Number(content.rating.average), content.rating.count),
          }
        }),
        next: rows.length > 0 && skip + rows.length < Number(totalItems) ? { skip: skip + rows.length } : null,
      }
    },
  }
}

const isWritten = (fields: Record<string, unknown>, average: number, count: number) =>
  fields[averageField] === average && fields[countField] === count
