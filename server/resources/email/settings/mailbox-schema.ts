import { Type } from 'typebox'
import { described, Id, Instant, Nullable } from '#platform/values/wire.ts'

const head = {
  id: described(Id, 'Id of the email, a UUIDv7.'),
  recipient: Type.String({
    description: 'Email address of the recipient.',
    examples: ['jane.doe@customer.example'],
  }),
  sender: Nullable(
    Type.String({ description: 'Sender of the email. Null if unknown.', examples: ['hello@mail.acme.example'] }),
  ),
  subject: Type.String({ description: 'Subject of the email.', examples: ['How is your Stoneware mug?'] }),
  createdAt: described(Instant, 'Time the email was created.'),
}

export const MailboxItem = Type.Object(head, { title: 'MailboxItem' })

export const MailboxMessage = Type.Object(
  {
    ...head,
    replyTo: Nullable(
      Type.String({ description: 'Reply address of the email. Null without one.', examples: ['help@acme.example'] }),
    ),
    headers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the header.', examples: ['List-Unsubscribe-Post'] }),
        value: Type.String({ description: 'Value of the header.', examples: ['List-Unsubscribe=One-Click'] }),
      }),
      { description: 'Headers of the email.' },
    ),
    text: Type.String({
      description: 'Plain text part of the email.',
      examples: ['Would you tell us how it turned out?'],
    }),
    html: Nullable(
      Type.String({
        description:
          'HTML part of the email. It may contain foreign input: show it only in a sandboxed frame. Null without one.',
        examples: ['<p>Would you tell us how it turned out?</p>'],
      }),
    ),
  },
  { title: 'MailboxMessage' },
)

export const MailboxCleared = Type.Object({ removed: Type.Integer({ description: 'Number of emails deleted.' }) })
