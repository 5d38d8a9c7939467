import { Type } from 'typebox'
import type { ArchivedRow, Restoring } from '#platform/areas/archive.ts'
import { ProductInput, VariantInput } from './schema.ts'

const { platformProductId, title, handle, url, imageUrl, description, groupKey } = ProductInput.properties

export const productColumns = {
  ...{ platform_product_id: platformProductId, title, handle, url, image_url: imageUrl, description },
  group_key: groupKey,
  categories: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 250 }),
}

/** Maps the target of a merge to its new id. */
export const mergedHere = ({ merged_into: into }: ArchivedRow, { idOf }: Restoring): ArchivedRow => ({
  merged_into: typeof into === 'string' ? idOf(into) : null,
})

const variant = VariantInput.properties

export const variantColumns = {
  ...{ platform_variant_id: variant.platformVariantId, title: variant.title, image_url: variant.imageUrl },
  ...{ sku: variant.sku, gtin: variant.gtin, mpn: variant.mpn, brand: variant.brand, currency: variant.currency },
  price: Type.Number({ minimum: 0 }),
}
