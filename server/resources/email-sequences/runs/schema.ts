import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const runStates = ['active', 'completed', 'exited'] as const
export const messageStates = ['deferred', 'queued', 'sent', 'skipped', 'missed', 'failed', 'unknown'] as const

const RunMessage = Type.Object(
  {
    step: Type.Integer({ description: 'Its place among the steps of that version; the first is 0.' }),
    state: OneOf(messageStates, {
      description:
        '`deferred` waits for the end of the quiet hours, or for the limit per address; `missed` would have gone out 72 hours late; `unknown` may have been sent, and is never sent again.',
    }),
    reason: Nullable(Type.String({ description: 'Why it waits, or was not sent.' })),
    sentAt: Nullable(Instant),
  },
  { title: 'EmailSequenceMessage' },
)
export type RunMessage = Static<typeof RunMessage>

const runFields = {
  id: Id,
  version: Type.Integer({ description: 'The one it began with, and keeps.' }),
  state: OneOf(runStates),
  exitReason: Nullable(
    Type.String({
      description:
        'Such as `order_cancelled`, `goal_reached`, `condition`, `no_consent`, `customer_unsubscribed`, `exited_by_merchant`.',
    }),
  ),
  factAt: Type.String({ format: 'date-time', description: 'When what began it happened; all waits count from here.' }),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'The order it is about.' })),
  startedAt: Instant,
  nextDueAt: Nullable(
    Type.String({ format: 'date-time', description: 'When its next step is looked at; null once it has ended.' }),
  ),
  goalReachedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  messages: Type.Array(RunMessage),
}

export const Run = Type.Object(
  {
    ...runFields,
    email: sessionOnly(Type.String()),
    emailLast4: Type.String({ description: 'The masked form of the address.' }),
  },
  { title: 'EmailSequenceRun' },
)
export type Run = Static<typeof Run> & { email: string }

export const RunPage = page(Run)
export const RunFilters = pageQuery({
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320, description: 'The whole address.' })),
  state: Type.Optional(AnyOf(runStates)),
})
export type RunFilters = Static<typeof RunFilters>

export const byRun = Type.Object({ id: Id, runId: Id })

export const PersonalRun = Type.Object(
  { ...runFields, sequenceId: Id, sequenceName: Type.String() },
  { title: 'CustomerSequenceRun' },
)
export type PersonalRun = Static<typeof PersonalRun>
