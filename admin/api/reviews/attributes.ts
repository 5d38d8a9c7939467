import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  Attribute as AttributeShape,
  AttributesOfOne,
  Attributes as AttributesShape,
} from '../../../server/resources/reviews/attributes/schema.ts'
import { get, put } from '../client.ts'

export type Attribute = Static<typeof AttributeShape>
export type Attributes = Static<typeof AttributesShape>

export const attributesQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'attributes'],
    queryFn: ({ signal }) => get<Attributes>('/reviews/attributes', { storeId, signal }),
  })
export const setAttributes = (storeId: string, body: AttributesOfOne) =>
  put<Attributes>('/reviews/attributes', { storeId, body })
