import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

const DeprecationUse = Type.Object(
  {
    type: OneOf(['webhook', 'caller'], { description: 'A webhook that receives the item, or a caller that calls it.' }),
    id: Type.String({ description: 'Id of the webhook, or kind and id of the caller, such as `key:…`.' }),
    name: Type.String({ description: 'Origin of the address of the webhook, or name of the key or caller.' }),
    storeEnvId: Nullable({ ...Id, description: 'Store of the webhook; null for callers.' }),
    lastSeenAt: Nullable({
      ...Instant,
      description: 'Newest delivery or call, to the hour; null while the webhook had none.',
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
          item: Type.String({ description: 'Deprecated header, call or field.' }),
          announcedAt: { ...Instant, description: 'Date of the announcement.' },
          removedAt: { ...Instant, description: 'Date from which the item no longer works.' },
          note: Type.String({ description: 'Replacement of the item.' }),
          lastSeenAt: Nullable({
            ...Instant,
            description: 'Newest use of the last 31 days, or delivery, by the organization; null without any.',
          }),
          uses: Type.Array(DeprecationUse, {
            description: 'Callers and webhooks concerned; at most 100.',
            maxItems: 100,
          }),
        },
        { title: 'AccountDeprecation' },
      ),
    ),
  },
  { title: 'AccountDeprecations' },
)
