import { Type } from 'typebox'
import { Id, Instant, Nullable } from '#platform/values/wire.ts'

export const Session = Type.Object(
  {
    id: Id,
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    createdAt: Instant,
    lastUsedAt: Type.String({ format: 'date-time', maxLength: 40, description: 'To the hour.' }),
    expiresAt: Instant,
    address: Nullable(Type.String({ description: 'The address it was begun from.' })),
    userAgent: Nullable(Type.String({ description: 'What the client said it is.' })),
  },
  { title: 'Session' },
)

export const SessionsEnded = Type.Object(
  { ended: Type.Integer({ description: 'How many sessions ended.' }) },
  { title: 'SessionsEnded' },
)
