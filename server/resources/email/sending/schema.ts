import { Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const EmailSending = Type.Object(
  {
    transport: OneOf(['smtp', 'mailbox'], {
      description: '`mailbox`: no mail server is set up; mail is kept here and leaves for nowhere.',
    }),
    pausedAt: Nullable(Instant),
    pausedReason: Nullable(OneOf(['hard_bounces', 'complaints'])),
    reception: Type.Object(
      { messages: Type.Integer(), hardBounces: Type.Integer(), complaints: Type.Integer() },
      { description: 'Of the last 1,000 mails that are not transactional. Judged from 200 on.' },
    ),
    waiting: Type.Integer({ description: 'Messages that wait to be sent; up to 10,000 are counted.' }),
    oldestDueAt: Nullable(Instant),
  },
  { title: 'EmailSending' },
)
