import { Type } from 'typebox'
import { described, Id, Instant, Nullable } from '#platform/values/wire.ts'

export const Session = Type.Object(
  {
    id: described(Id, 'Id of the session.'),
    current: Type.Boolean({ description: 'Whether this session made the request.' }),
    createdAt: described(Instant, 'Time the session started.'),
    lastUsedAt: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'Time of the last request, to the hour.',
    }),
    expiresAt: described(Instant, 'Time the session expires.'),
    address: Nullable(
      Type.String({ description: 'IP address the session started from. Null if unknown.', examples: ['203.0.113.7'] }),
    ),
    userAgent: Nullable(
      Type.String({
        description: 'User agent string of the client. Null if it sent none.',
        examples: ['Mozilla/5.0 (X11; Linux x86_64) …'],
      }),
    ),
  },
  { title: 'Session' },
)

export const SessionsEnded = Type.Object(
  { ended: Type.Integer({ description: 'Number of sessions ended.' }) },
  { title: 'SessionsEnded' },
)
