import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

const DeprecationUse = Type.Object(
  {
    type: OneOf(['webhook', 'caller'], {
      description: 'Kind of user: a webhook that receives the item, or a caller that uses it.',
    }),
    id: Type.String({
      description: 'Id of the webhook, or kind and id of the caller, such as `key:…`.',
      examples: ['019a9f60-11c2-7d0e-9b1f-4a5b6c7d8e01'],
    }),
    name: Type.String({
      description: 'Origin of the webhook address, or name of the caller.',
      examples: ['https://hooks.acme.example'],
    }),
    storeEnvId: Nullable({
      ...Id,
      description: "Id of the webhook's store. Null for callers.",
      examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'],
    }),
    lastSeenAt: Nullable({
      ...Instant,
      description: 'Time of the newest delivery or call, to the hour. Null if nothing was delivered to the webhook.',
    }),
  },
  { title: 'DeprecationUse' },
)
export type DeprecationUse = Static<typeof DeprecationUse>

export const Deprecations = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          item: Type.String({
            description: 'Header, call or field that is deprecated.',
            examples: ['x-service-signature'],
          }),
          announcedAt: { ...Instant, description: 'Date of the announcement.' },
          removedAt: { ...Instant, description: 'Date from which the item no longer works.' },
          note: Type.String({
            description: 'Replacement of the item.',
            examples: ['Verify x-service-signature-v2 instead.'],
          }),
          lastSeenAt: Nullable({
            ...Instant,
            description: 'Time the organization last used or received the item in the last 31 days. Null without use.',
          }),
          uses: Type.Array(DeprecationUse, {
            description: 'Callers and webhooks that use the item, at most 100.',
            maxItems: 100,
          }),
        },
        { title: 'AccountDeprecation' },
      ),
      { description: 'Deprecated items that the organization uses or receives.' },
    ),
  },
  { title: 'AccountDeprecations' },
)
