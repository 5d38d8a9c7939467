import { Type } from 'typebox'
import { described, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const EmailSending = Type.Object(
  {
    transport: OneOf(['smtp', 'mailbox'], {
      description: 'Transport of emails. `mailbox`: no mail server is set up, so emails stay in the local mailbox.',
    }),
    pausedAt: Nullable(described(Instant, 'Time sending was paused. Null unless paused.')),
    pausedReason: Nullable(
      OneOf(['hard_bounces', 'complaints'], { description: 'Reason sending is paused. Null unless paused.' }),
    ),
    reception: Type.Object(
      {
        messages: Type.Integer({ description: 'Number of emails.' }),
        hardBounces: Type.Integer({ description: 'Number of hard bounces.' }),
        complaints: Type.Integer({ description: 'Number of spam complaints.' }),
      },
      {
        description:
          'Results of the last 1,000 emails that are not transactional. High rates pause sending, from 200 emails on.',
      },
    ),
    waiting: Type.Integer({ description: 'Number of emails waiting to be sent, counted up to 10,000.' }),
    oldestDueAt: Nullable(described(Instant, 'Time since which the oldest email waits. Null if none waits.')),
  },
  { title: 'EmailSending' },
)
