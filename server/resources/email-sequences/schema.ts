import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Amount, AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const statuses = ['draft', 'live', 'paused', 'archived'] as const
export type Status = (typeof statuses)[number]

export const triggerEvents = [
  'order.placed',
  'order.fulfilled',
  'order.delivered',
  'review.approved',
  'loyalty.member_joined',
  'loyalty.tier_reached',
] as const
export type TriggerEvent = (typeof triggerEvents)[number]

export const endEvents = ['order.cancelled', 'order.refunded', 'order.placed', 'review.created'] as const
export type EndEvent = (typeof endEvents)[number]

export const stepTypes = ['wait', 'mail', 'condition'] as const
export const conditionFacts = [
  'accepts_marketing',
  'has_reviewed',
  'order_count',
  'order_total',
  'bought_product',
  'tier',
] as const
export type ConditionFact = (typeof conditionFacts)[number]
export const consents = ['opted_in_only', 'all_buyers'] as const

export const limits = {
  name: 120,
  steps: 20,
  subject: 200,
  heading: 200,
  body: 20_000,
  label: 200,
  url: 2_000,
  places: 100,
  tier: 60,
  days: 365,
  sequences: 200,
  /** For one mail, because each translation is checked before it is stored. */
  languages: 20,
} as const

const noNul = { pattern: '^[^\\0]*$', 'x-expected': 'must hold no NUL' }
const someText = { pattern: '^[^\\0]*\\S[^\\0]*$', 'x-expected': 'must hold more than spaces, and no NUL' }

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  ...someText,
  description: 'For yourself; customers never see it.',
})

const places = (what: string) =>
  Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description: `Only what has one of these ${what}.` })

const Tier = Type.String({ minLength: 1, maxLength: limits.tier, ...someText })

const filterFields = {
  productIds: places('products'),
  categoryIds: places('categories'),
  minimumTotal: Nullable({ ...Amount, description: "Only orders of at least this much, in the order's own currency." }),
  firstOrder: Nullable(
    Type.Boolean({ description: 'Only a first order, or with `false` only a later one. Null: any.' }),
  ),
  tier: Nullable({ ...Tier, description: 'Only people in this tier of the loyalty programme, or who reached it.' }),
}
const Filter = Type.Object(filterFields, { title: 'EmailSequenceFilter' })
const GivenFilter = Type.Object(Type.Partial(Type.Object(filterFields)).properties, {
  title: 'NewEmailSequenceFilter',
  description: 'Whose fact it is. A product or a category is enough; everything else must hold. Nothing: everybody.',
})
export type Filter = Static<typeof Filter>

const Event = OneOf(triggerEvents, { description: 'What begins it.' })
const Trigger = Type.Object({ event: Event, filter: Filter }, { title: 'EmailSequenceTrigger' })
const GivenTrigger = Type.Object(
  { event: Event, filter: Type.Optional(GivenFilter) },
  { title: 'NewEmailSequenceTrigger' },
)

const duration = (unit: string, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description: `Of a \`wait\`: ${unit}.` }))

const Button = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: limits.label, ...someText, description: 'The words on it. Liquid.' }),
    url: Type.String({ minLength: 1, maxLength: limits.url, ...someText, description: 'Where it leads. Liquid.' }),
  },
  { title: 'EmailSequenceButton' },
)

const mailFields = {
  subject: Type.String({ minLength: 1, maxLength: limits.subject, ...someText, description: 'Of a `mail`. Liquid.' }),
  heading: Nullable(
    Type.String({
      maxLength: limits.heading,
      ...noNul,
      description: 'Of a `mail`: the large line at the top. Liquid.',
    }),
  ),
  body: Type.String({
    minLength: 1,
    maxLength: limits.body,
    ...someText,
    description:
      'Of a `mail`: the text, in Liquid; blank lines make paragraphs, and p, br, strong, em, a, ul, ol, li, h2, h3, blockquote, img are allowed.',
  }),
  button: Nullable(Button),
}

const MailTexts = Type.Object(
  {
    subject: Type.Optional({ ...mailFields.subject, description: 'The subject in this language. Liquid.' }),
    heading: Type.Optional(mailFields.heading),
    body: Type.Optional(mailFields.body),
    button: Type.Optional(
      Type.Object(Type.Partial(Type.Object(Button.properties)).properties, { title: 'EmailSequenceButtonTranslation' }),
    ),
  },
  { title: 'EmailSequenceMailTranslation' },
)
export type MailTexts = Static<typeof MailTexts>

const Translations = Type.Unsafe<Record<string, MailTexts>>({
  type: 'object',
  propertyNames: LanguageTag,
  maxProperties: limits.languages,
  additionalProperties: MailTexts,
  description:
    'Of a `mail`: the same texts by language, such as `{"de": {"subject": "…"}}`. Readers get those of the language they ordered or wrote in; what one leaves out is as the mail itself has it.',
})

export const MailInput = Type.Object(
  {
    subject: mailFields.subject,
    heading: Type.Optional(mailFields.heading),
    body: mailFields.body,
    button: Type.Optional(mailFields.button),
    translations: Type.Optional(Translations),
  },
  { title: 'EmailSequenceMail' },
)

/** One shape for all three kinds, so that a fault is reported by its own field. */
const Step = Type.Object(
  {
    type: OneOf(stepTypes),
    days: duration('days of 24 hours', limits.days),
    hours: duration('hours', limits.days * 24),
    minutes: duration('minutes', limits.days * 1440),
    ...Type.Partial(Type.Object(mailFields)).properties,
    translations: Type.Optional(Translations),
    fact: Type.Optional(OneOf(conditionFacts, { description: 'Of a `condition`: what is asked at that moment.' })),
    value: Type.Optional(
      Type.Unsafe<boolean | number | string>({
        type: ['boolean', 'number', 'string'],
        maxLength: 120,
        description:
          'Of a `condition`: true or false for `accepts_marketing` and `has_reviewed`; at least so many for `order_count`, at least so much for `order_total` (a decimal string); the id of a product for `bought_product`; the name of a tier for `tier`.',
      }),
    ),
    otherwise: Type.Optional(
      OneOf(['exit', 'skip'], {
        description: 'Of a `condition` that does not hold: the run ends, or the one next step is left out.',
      }),
    ),
  },
  { title: 'EmailSequenceStep' },
)
export type SentStep = Static<typeof Step>

const ends = (description: string) => Type.Array(OneOf(endEvents), { maxItems: 4, uniqueItems: true, description })

const Steps = Type.Array(Step, {
  minItems: 1,
  maxItems: limits.steps,
  description: 'One after the other: waits, mails and conditions.',
})
const ExitOn = ends('What ends a run. `order.cancelled` always does.')
const Goal = ends(
  'What the sequence is for: it ends a run as well and is counted, also within 30 days after the last step.',
)
const Consent = OneOf(consents, {
  description: '`opted_in_only` writes only to those whose latest order that says so has `acceptsMarketing: true`.',
})

export const NewSequence = Type.Object(
  {
    name: Name,
    trigger: GivenTrigger,
    steps: Steps,
    exitOn: Type.Optional({ ...ExitOn, default: [] }),
    goal: Type.Optional({ ...Goal, default: [] }),
    consent: Type.Optional({ ...Consent, default: 'opted_in_only' }),
  },
  { title: 'NewEmailSequence' },
)
export type NewSequence = Static<typeof NewSequence>

export const SequenceChanges = Type.Object(
  {
    name: Type.Optional(Name),
    trigger: Type.Optional(GivenTrigger),
    steps: Type.Optional(Steps),
    exitOn: Type.Optional(ExitOn),
    goal: Type.Optional(Goal),
    consent: Type.Optional(Consent),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version that was read: 409 when another has become the newest since. Left out: any.',
      }),
    ),
  },
  { title: 'EmailSequenceChanges' },
)
export type SequenceChanges = Static<typeof SequenceChanges>

const RunCounts = Type.Object(
  { active: Type.Integer(), completed: Type.Integer(), exited: Type.Integer() },
  { title: 'EmailSequenceRunCounts' },
)

export const Sequence = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: OneOf(statuses),
    version: Type.Integer({ description: 'What whoever enters now goes through. Runs keep the one they began with.' }),
    trigger: Trigger,
    steps: Type.Array(Step),
    exitOn: Type.Array(OneOf(endEvents)),
    goal: Type.Array(OneOf(endEvents)),
    consent: OneOf(consents),
    runs: RunCounts,
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'EmailSequence' },
)
export type Sequence = Static<typeof Sequence>

export const SequencePage = page(Sequence)
export const SequenceFilters = pageQuery({ status: Type.Optional(AnyOf(statuses)) })
export type SequenceFilters = Static<typeof SequenceFilters>

const MailStats = Type.Object(
  {
    version: Type.Integer(),
    step: Type.Integer({ description: 'Its place among the steps of that version; the first is 0.' }),
    subject: Type.String(),
    deferred: Type.Integer({ description: 'Waits for the end of the quiet hours, or for the limit per address.' }),
    queued: Type.Integer({ description: 'Handed to the mail queue.' }),
    sent: Type.Integer(),
    skipped: Type.Integer(),
    missed: Type.Integer({ description: 'Would have gone out 72 hours late, and was left out.' }),
    failed: Type.Integer(),
    unknown: Type.Integer({ description: 'May have been sent; never sent again.' }),
  },
  { title: 'EmailSequenceMailStats' },
)

export const Stats = Type.Object(
  {
    entered: Type.Integer(),
    active: Type.Integer(),
    completed: Type.Integer(),
    exited: Type.Integer(),
    exitReasons: Type.Array(
      Type.Object({ reason: Type.String(), runs: Type.Integer() }, { title: 'EmailSequenceExits' }),
    ),
    goalReached: Type.Integer(),
    mails: Type.Array(MailStats),
  },
  { title: 'EmailSequenceStats' },
)
export type Stats = Static<typeof Stats>
