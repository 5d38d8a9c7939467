import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { MailInput, stepTypes } from '../schema.ts'

export const PreviewRequest = Type.Object(
  {
    mail: MailInput,
    orderId: Type.Optional(
      Nullable(
        Type.String({
          format: 'uuid',
          description: 'The order to fill it in with. Left out: an invented one.',
        }),
      ),
    ),
    reader: Type.Optional(
      Nullable({ ...LanguageTag, description: 'The language of who reads it. Left out: the mail as it is.' }),
    ),
  },
  { title: 'EmailSequencePreviewRequest' },
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  { subject: Type.String(), html: Type.String(), text: Type.String() },
  { title: 'EmailSequencePreview' },
)

export const SimulationRequest = Type.Object({ orderId: Id }, { title: 'EmailSequenceSimulationRequest' })

const SimulatedStep = Type.Object(
  {
    step: Type.Integer({ description: 'Its place among the steps; the first is 0.' }),
    type: OneOf(stepTypes),
    at: Nullable(Type.String({ format: 'date-time', description: 'When; null for what is not reached.' })),
    outcome: OneOf(['waits', 'sends', 'holds', 'skips_next', 'exits', 'skipped', 'missed', 'not_reached'], {
      description:
        'What it does: `holds` is a condition that is fulfilled, `skipped` a step that a condition leaves out.',
    }),
    reason: Nullable(
      Type.String({ description: 'Such as `quiet_hours`, `frequency_cap`, `condition`, `no_consent`.' }),
    ),
    why: Type.String({ description: 'The same in a sentence.' }),
    subject: Nullable(Type.String({ description: 'Of a mail, filled in.' })),
  },
  { title: 'EmailSequenceSimulatedStep' },
)
export type SimulatedStep = Static<typeof SimulatedStep>

export const Simulation = Type.Object(
  {
    starts: Type.Boolean({ description: 'Whether this order would begin a run now.' }),
    reason: Nullable(
      Type.String({
        description:
          'Why not: `not_live`, `no_email`, `order_cancelled`, `not_happened`, `before_publishing`, `too_late`, `already_entered`, or the filter that does not fit.',
      }),
    ),
    why: Type.String(),
    factAt: Type.String({ format: 'date-time', description: 'From when the waits are counted here.' }),
    isAssumed: Type.Boolean({
      description: 'The order could not begin a run by itself: it is tried as if it had happened at this moment.',
    }),
    steps: Type.Array(SimulatedStep),
    end: Nullable(
      Type.Object(
        { state: OneOf(['completed', 'exited']), reason: Nullable(Type.String()), at: Instant },
        { title: 'EmailSequenceSimulatedEnd' },
      ),
    ),
  },
  { title: 'EmailSequenceSimulation' },
)
export type Simulation = Static<typeof Simulation>
