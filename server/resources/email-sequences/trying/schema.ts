import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { MailInput, stepTypes } from '../schema.ts'

export const PreviewRequest = Type.Object(
  {
    mail: MailInput,
    orderId: Type.Optional(
      Nullable(
        Type.String({
          format: 'uuid',
          description: 'Id of the order whose data fills the email. Null or omitted uses a sample order.',
        }),
      ),
    ),
    reader: Type.Optional(
      Nullable({
        ...LanguageTag,
        description: 'Language of the reader, as a BCP 47 tag. Null or omitted uses the original text.',
        examples: ['de'],
      }),
    ),
  },
  { title: 'EmailSequencePreviewRequest' },
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  {
    subject: Type.String({ description: 'Subject of the email.', examples: ['Caring for Stoneware mug'] }),
    html: Type.String({
      description: 'HTML part of the email.',
      examples: ['<p>Rinse it by hand, and it stays as it is.</p>'],
    }),
    text: Type.String({
      description: 'Plain text part of the email.',
      examples: ['Rinse it by hand, and it stays as it is.'],
    }),
  },
  { title: 'EmailSequencePreview' },
)

export const SimulationRequest = Type.Object(
  { orderId: described(Id, 'Id of the order to simulate.') },
  { title: 'EmailSequenceSimulationRequest' },
)

const SimulatedStep = Type.Object(
  {
    step: Type.Integer({ description: 'Zero-based position of the step.' }),
    type: OneOf(stepTypes, { description: 'Kind of the step.' }),
    at: Nullable(Type.String({ format: 'date-time', description: 'Time of the step. Null if it is not reached.' })),
    outcome: OneOf(['waits', 'sends', 'holds', 'skips_next', 'exits', 'skipped', 'missed', 'not_reached'], {
      description: 'Result of the step. `holds`: the condition is met. `skipped`: a condition skips the step.',
    }),
    reason: Nullable(
      Type.String({
        description:
          'Reason for the result, such as `quiet_hours`, `frequency_cap`, `condition` or `no_consent`. Null otherwise.',
        examples: ['quiet_hours'],
      }),
    ),
    why: Type.String({
      description: 'Reason in a sentence.',
      examples: ['The time falls within quiet hours, so the mail waits for their end.'],
    }),
    subject: Nullable(
      Type.String({
        description: 'Rendered subject of the email. Null for other steps.',
        examples: ['Caring for Stoneware mug'],
      }),
    ),
  },
  { title: 'EmailSequenceSimulatedStep' },
)
export type SimulatedStep = Static<typeof SimulatedStep>

export const Simulation = Type.Object(
  {
    starts: Type.Boolean({ description: 'Whether this order would start a run now.' }),
    reason: Nullable(
      Type.String({
        description:
          'Reason it would not start: `not_live`, `no_email`, `order_cancelled`, `not_happened`, `before_publishing`, `too_late`, `already_entered`, or the filter that excludes it. Null if it would.',
        examples: ['not_live'],
      }),
    ),
    why: Type.String({
      description: 'Reason in a sentence.',
      examples: ['The sequence is not live, so no event starts a run.'],
    }),
    factAt: Type.String({
      format: 'date-time',
      description: 'Time of the event in the simulation. All waits count from here.',
    }),
    isAssumed: Type.Boolean({
      description:
        'Whether the simulation assumes the event happens now, because the order itself would not start a run.',
    }),
    steps: Type.Array(SimulatedStep, { description: 'Result of each step.' }),
    end: Nullable(
      Type.Object(
        {
          state: OneOf(['completed', 'exited'], { description: 'State the run would end in.' }),
          reason: Nullable(
            Type.String({
              description: 'Reason the run would end. Null if it finishes all steps.',
              examples: ['condition'],
            }),
          ),
          at: described(Instant, 'Time the run would end.'),
        },
        { title: 'EmailSequenceSimulatedEnd', description: 'End of the simulated run. Null if it would not end.' },
      ),
    ),
  },
  { title: 'EmailSequenceSimulation' },
)
export type Simulation = Static<typeof Simulation>
