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

export type Subject = NonNullable<AttributesOfOne['subject']>

export const attributesQuery = (storeId: string, subject: Subject = 'product') =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'attributes', subject],
    queryFn: ({ signal }) => get<Attributes>('/reviews/attributes', { storeId, signal, query: { subject } }),
  })
export const setAttributes = (storeId: string, body: AttributesOfOne) =>
  put<Attributes>('/reviews/attributes', { storeId, body })
