import { Type } from 'typebox'
import { Id, Instant, Nullable } from '#platform/wire.ts'

export const Store = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The store environment id, sent as x-store-env-id.' }),
    name: Type.String(),
    organizationId: Id,
    origins: Type.Array(Type.String()),
    platform: Nullable(Type.String()),
    timezone: Type.String(),
    currency: Type.String(),
    subscription: Type.Object({ plan: Type.String(), status: Type.String() }),
    createdAt: Instant,
  },
  { title: 'Store' },
)
