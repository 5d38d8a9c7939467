import { Type } from 'typebox'
import { type EventKind, eventKind } from '#platform/areas/events.ts'
import { described, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { kinds, statuses } from './schema.ts'

const Refused = Type.Object(
  {
    id: described(Id, 'Id of the item.'),
    destinationId: described(Id, 'Id of the destination.'),
    kind: OneOf(kinds, { description: 'Kind of destination.' }),
    reviewId: Nullable(described(Id, 'Id of the review. Null for ratings.')),
    productId: Nullable(described(Id, 'Id of the product.')),
    reason: Type.String({
      description: 'Code of the reason, as the destination returned it.',
      examples: ['invalid_gtin'],
    }),
  },
  { title: 'DestinationRefusedData' },
)

export const destinationRefused = eventKind({
  name: 'destination.refused',
  area: 'connectors',
  description: 'A destination refused a review or a rating.',
  logged: false,
  data: Refused,
  example: {
    id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c41',
    destinationId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d42',
    kind: 'google_product' as const,
    reviewId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
    productId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02',
    reason: 'invalid_gtin',
  },
})

const StatusChanged = Type.Object(
  {
    id: described(Id, 'Id of the destination.'),
    kind: OneOf(kinds, { description: 'Kind of destination.' }),
    from: OneOf(statuses, { description: 'Previous status.' }),
    to: OneOf(statuses, { description: 'New status.' }),
    reason: Nullable(
      Type.String({ description: 'Reason for the status. Null if there is none.', examples: ['fields_missing'] }),
    ),
  },
  { title: 'DestinationStatusChangedData' },
)

export const destinationStatusChanged = eventKind({
  name: 'destination.status_changed',
  area: 'connectors',
  description: 'The status of a destination changed.',
  logged: false,
  data: StatusChanged,
  example: {
    id: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d42',
    kind: 'vendure_rating' as const,
    from: 'active' as const,
    to: 'blocked' as const,
    reason: 'fields_missing',
  },
})

export default [destinationRefused, destinationStatusChanged] as unknown as readonly EventKind[]
