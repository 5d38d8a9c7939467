import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const runStates = ['active', 'completed', 'exited'] as const
export const messageStates = ['deferred', 'queued', 'sent', 'skipped', 'missed', 'failed', 'unknown'] as const

const RunMessage = Type.Object(
  {
    step: Type.Integer({ description: 'Zero-based position of the step in the `version` of the run.' }),
    state: OneOf(messageStates, {
      description:
        'State of the email. `deferred`: delayed by quiet hours or the frequency cap. `missed`: would be over 72 hours late. `unknown`: maybe sent, never resent.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason the email waits or was not sent. Null otherwise.',
        examples: ['quiet_hours'],
      }),
    ),
    sentAt: Nullable(described(Instant, 'Time the email was sent. Null if not sent.')),
  },
  { title: 'EmailSequenceMessage' },
)
export type RunMessage = Static<typeof RunMessage>

const runFields = {
  id: described(Id, 'Id of the run, a UUIDv7.'),
  version: Type.Integer({ description: 'Version of the sequence, fixed at the start of the run.' }),
  state: OneOf(runStates, { description: 'State of the run.' }),
  exitReason: Nullable(
    Type.String({
      description:
        'Reason the run ended early, such as `order_cancelled`, `goal_reached`, `condition`, `no_consent`, `customer_unsubscribed` or `exited_by_merchant`. Null otherwise.',
      examples: ['goal_reached'],
    }),
  ),
  factAt: Type.String({
    format: 'date-time',
    description: 'Time of the event that started the run. All waits count from here.',
  }),
  orderId: Nullable(
    Type.String({ format: 'uuid', description: 'Id of the order the run is about. Null without one.' }),
  ),
  startedAt: described(Instant, 'Time the run started.'),
  nextDueAt: Nullable(
    Type.String({ format: 'date-time', description: 'Time of the next step. Null once the run has ended.' }),
  ),
  goalReachedAt: Nullable(described(Instant, 'Time the goal was reached. Null until then.')),
  endedAt: Nullable(described(Instant, 'Time the run ended. Null while active.')),
  messages: Type.Array(RunMessage, { description: 'Emails of the run, oldest first.' }),
}

export const Run = Type.Object(
  {
    ...runFields,
    email: sessionOnly(
      Type.String({
        description: 'Email address of the recipient. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({
      description:
        'Masked email address of the recipient: up to four characters before the @, at most half of that part.',
      examples: ['.doe'],
    }),
  },
  { title: 'EmailSequenceRun' },
)
export type Run = Static<typeof Run> & { email: string }

export const RunPage = page(Run)
export const RunFilters = pageQuery({
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'Filter: runs of exactly this email address.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
  state: Type.Optional(AnyOf(runStates, { description: 'Filter: runs in these states.' })),
})
export type RunFilters = Static<typeof RunFilters>

export const byRun = Type.Object({ id: described(Id, 'Id of the sequence.'), runId: described(Id, 'Id of the run.') })

export const PersonalRun = Type.Object(
  {
    ...runFields,
    sequenceId: described(Id, 'Id of the sequence.'),
    sequenceName: Type.String({ description: 'Name of the sequence.', examples: ['After delivery'] }),
  },
  { title: 'CustomerSequenceRun' },
)
export type PersonalRun = Static<typeof PersonalRun>
