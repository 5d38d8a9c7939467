import { Type } from 'typebox'
import { Id, Instant, Nullable } from '#platform/values/wire.ts'

const head = {
  id: Id,
  recipient: Type.String(),
  sender: Nullable(Type.String()),
  subject: Type.String(),
  createdAt: Instant,
}

export const MailboxItem = Type.Object(head, { title: 'MailboxItem' })

export const MailboxMessage = Type.Object(
  {
    ...head,
    replyTo: Nullable(Type.String()),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    text: Type.String(),
    html: Nullable(
      Type.String({
        description: 'Show it in a sandboxed frame only: it is what a stranger may have helped to write.',
      }),
    ),
  },
  { title: 'MailboxMessage' },
)

export const MailboxCleared = Type.Object({ removed: Type.Integer() })
