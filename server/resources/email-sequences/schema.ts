import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Amount, AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
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
  /** Maximum number of translations of a mail. It is limited because each is checked before it is stored. */
  languages: 20,
} as const

const noNul = { pattern: '^[^\\0]*$', 'x-expected': 'must hold no NUL' }
const someText = { pattern: '^[^\\0]*\\S[^\\0]*$', 'x-expected': 'must contain more than spaces, and no NUL' }

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  ...someText,
  description: 'Internal name of the sequence. Customers never see it.',
  examples: ['After delivery'],
})

const places = (what: string) =>
  Type.Array(Id, {
    maxItems: limits.places,
    uniqueItems: true,
    description: `Ids of ${what}. The order must match one of them.`,
  })

const Tier = Type.String({ minLength: 1, maxLength: limits.tier, ...someText })

const filterFields = {
  productIds: described(places('products'), 'Ids of products. The order must contain one of them.'),
  categoryIds: described(places('categories'), 'Ids of categories. The order must contain a product of one of them.'),
  minimumTotal: Nullable({
    ...Amount,
    description: "Minimum order total in the order's currency, as a decimal string. Null for none.",
    examples: ['20.00'],
  }),
  firstOrder: Nullable(
    Type.Boolean({
      description: "Whether the order must be the customer's first (`true`) or a later one (`false`). Null for any.",
    }),
  ),
  tier: Nullable({
    ...Tier,
    description:
      'Name of the loyalty tier the person must be in. For `loyalty.tier_reached`, the tier just reached. Null for any.',
    examples: ['Silver'],
  }),
}
const Filter = Type.Object(filterFields, { title: 'EmailSequenceFilter' })
const GivenFilter = Type.Object(Type.Partial(Type.Object(filterFields)).properties, {
  title: 'NewEmailSequenceFilter',
  description:
    'Filter for the people of the sequence. One matching product or category suffices; all other fields must match. An empty filter matches everybody.',
})
export type Filter = Static<typeof Filter>

const Event = OneOf(triggerEvents, { description: 'Event that starts a run.' })
const Trigger = Type.Object({ event: Event, filter: Filter }, { title: 'EmailSequenceTrigger' })
const GivenTrigger = Type.Object(
  { event: Event, filter: Type.Optional(GivenFilter) },
  { title: 'NewEmailSequenceTrigger' },
)

const duration = (unit: string, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description: `For a \`wait\`: ${unit}.` }))

const Button = Type.Object(
  {
    label: Type.String({
      minLength: 1,
      maxLength: limits.label,
      ...someText,
      description: 'Label of the button, in Liquid.',
      examples: ['All care tips'],
    }),
    url: Type.String({
      minLength: 1,
      maxLength: limits.url,
      ...someText,
      description: 'Target of the button, in Liquid.',
      examples: ['{{ store.url }}/care'],
    }),
  },
  { title: 'EmailSequenceButton' },
)

const mailFields = {
  subject: Type.String({
    minLength: 1,
    maxLength: limits.subject,
    ...someText,
    description: 'Subject of the email, in Liquid.',
    examples: ['Caring for {{ products[0].title }}'],
  }),
  heading: Nullable(
    Type.String({
      maxLength: limits.heading,
      ...noNul,
      description: 'Large line at the top of the email, in Liquid. Null without one.',
      examples: ['Made to last'],
    }),
  ),
  body: Type.String({
    minLength: 1,
    maxLength: limits.body,
    ...someText,
    description:
      'Text of a `mail` step, in Liquid. Blank lines separate paragraphs. Allowed elements: p, br, strong, em, a, ul, ol, li, h2, h3, blockquote, img.',
    examples: ['Hi {{ customer.firstName }},\n\nrinse it by hand, and it stays as it is.'],
  }),
  button: Nullable(described(Button, 'Button of a `mail` step. Null without one.')),
}

const MailTexts = Type.Object(
  {
    subject: Type.Optional({
      ...mailFields.subject,
      description: 'Subject in this language, in Liquid.',
      examples: ['So pflegst du {{ products[0].title }}'],
    }),
    heading: Type.Optional(
      described(
        mailFields.heading,
        'Large line at the top in this language, in Liquid. Null without one.',
        'Gemacht für viele Jahre',
      ),
    ),
    body: Type.Optional(
      described(
        mailFields.body,
        'Text of the email in this language, in Liquid. It takes the same elements as the `mail` step.',
        'Hallo {{ customer.firstName }},\n\nspüle den Becher von Hand, dann bleibt er, wie er ist.',
      ),
    ),
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
    'Texts of the email by language, such as `{"de": {"subject": "…"}}`. A reader gets the language of their order or review. Missing texts use the original.',
})

export const MailInput = Type.Object(
  {
    subject: described(mailFields.subject, 'Subject of the email, in Liquid.', 'Caring for {{ products[0].title }}'),
    heading: Type.Optional(
      described(mailFields.heading, 'Large line at the top of the email, in Liquid. Null without one.', 'Made to last'),
    ),
    body: described(
      mailFields.body,
      'Text of the email, in Liquid. It takes the same elements as a `mail` step.',
      'Hi {{ customer.firstName }},\n\nrinse it by hand, and it stays as it is.',
    ),
    button: Type.Optional(described(mailFields.button, 'Button of the email. Null without one.')),
    translations: Type.Optional(Translations),
  },
  { title: 'EmailSequenceMail' },
)

/** All three kinds of steps share one schema, so that an error names the invalid field. */
const Step = Type.Object(
  {
    type: OneOf(stepTypes, { description: 'Kind of the step.' }),
    days: described(duration('days of 24 hours', limits.days), 'Days of a `wait` step, 24 hours each.'),
    hours: described(duration('hours', limits.days * 24), 'Hours of a `wait` step.'),
    minutes: described(duration('minutes', limits.days * 1440), 'Minutes of a `wait` step.'),
    ...Type.Partial(Type.Object(mailFields)).properties,
    translations: Type.Optional(Translations),
    fact: Type.Optional(OneOf(conditionFacts, { description: 'Fact that a `condition` step checks.' })),
    value: Type.Optional(
      Type.Unsafe<boolean | number | string>({
        type: ['boolean', 'number', 'string'],
        maxLength: 120,
        description:
          'Value of a `condition`. A boolean for `accepts_marketing` and `has_reviewed`, a minimum for `order_count` and `order_total`. A product id for `bought_product`, a tier name for `tier`.',
        examples: ['mug-01'],
      }),
    ),
    otherwise: Type.Optional(
      OneOf(['exit', 'skip'], {
        description: 'Result of an unmet `condition`: the run ends, or the next step is skipped.',
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
  description: 'Steps of the sequence in order: waits, emails and conditions.',
})
const ExitOn = ends('Events that end a run. `order.cancelled` always ends it.')
const Goal = ends('Events that count as success. They end a run, and count until 30 days after the last step.')
const Consent = OneOf(consents, {
  description:
    'Recipients of the sequence. `opted_in_only` writes only to customers whose latest order with a non-null `acceptsMarketing` has `true`.',
})

export const NewSequence = Type.Object(
  {
    name: Name,
    trigger: GivenTrigger,
    steps: Steps,
    exitOn: Type.Optional({
      ...ExitOn,
      default: [],
      description: 'Events that end a run. `order.cancelled` always ends it.',
    }),
    goal: Type.Optional({
      ...Goal,
      default: [],
      description: 'Events that count as success. They end a run, and count until 30 days after the last step.',
    }),
    consent: Type.Optional({
      ...Consent,
      default: 'opted_in_only',
      description:
        'Recipients of the sequence. `opted_in_only` writes only to customers whose latest order with a non-null `acceptsMarketing` has `true`.',
    }),
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
        description:
          'Version of the sequence that you last read. If a newer one exists, the call returns 409. Omit it to accept any.',
      }),
    ),
  },
  { title: 'EmailSequenceChanges' },
)
export type SequenceChanges = Static<typeof SequenceChanges>

const RunCounts = Type.Object(
  {
    active: Type.Integer({ description: 'Number of runs in progress.' }),
    completed: Type.Integer({ description: 'Number of runs that finished all steps.' }),
    exited: Type.Integer({ description: 'Number of runs that ended before their last step.' }),
    goalReached: Type.Integer({ description: 'Number of runs that reached the goal.' }),
  },
  { title: 'EmailSequenceRunCounts' },
)

export const Sequence = Type.Object(
  {
    id: described(Id, 'Id of the sequence, a UUIDv7.'),
    name: Type.String({ description: 'Internal name of the sequence.', examples: ['After delivery'] }),
    status: OneOf(statuses, { description: 'Status of the sequence.' }),
    version: Type.Integer({ description: 'Version that new runs use. A run keeps its version.' }),
    trigger: Trigger,
    steps: Type.Array(Step, { description: 'Steps of the sequence in order: waits, emails and conditions.' }),
    exitOn: Type.Array(OneOf(endEvents), { description: 'Events that end a run.' }),
    goal: Type.Array(OneOf(endEvents), { description: 'Events that count as success. They end a run.' }),
    consent: OneOf(consents, { description: 'Recipients of the sequence.' }),
    runs: RunCounts,
    mailsSent: Type.Integer({ description: 'Number of emails sent, of all versions.' }),
    publishedAt: Nullable(described(Instant, 'Time of the last publication. Null if never published.')),
    createdAt: described(Instant, 'Time the sequence was created.'),
    updatedAt: described(Instant, 'Time the sequence was last changed.'),
  },
  { title: 'EmailSequence' },
)
export type Sequence = Static<typeof Sequence>

export const SequencePage = page(Sequence)
export const SequenceFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: sequences with these statuses.' })),
})
export type SequenceFilters = Static<typeof SequenceFilters>

const MailStats = Type.Object(
  {
    version: Type.Integer({ description: 'Version of the sequence that contains the email.' }),
    step: Type.Integer({ description: 'Zero-based position of the step in `version`.' }),
    subject: Type.String({ description: 'Subject of the email.', examples: ['Caring for {{ products[0].title }}'] }),
    deferred: Type.Integer({ description: 'Number of emails delayed by quiet hours or the frequency cap.' }),
    queued: Type.Integer({ description: 'Number of emails in the mail queue.' }),
    sent: Type.Integer({ description: 'Number of emails sent.' }),
    skipped: Type.Integer({ description: 'Number of emails skipped by a condition or the end of the run.' }),
    missed: Type.Integer({ description: 'Number of emails skipped because they would be over 72 hours late.' }),
    failed: Type.Integer({ description: 'Number of emails that failed.' }),
    unknown: Type.Integer({ description: 'Number of emails that may have been sent and are never resent.' }),
  },
  { title: 'EmailSequenceMailStats' },
)

export const Stats = Type.Object(
  {
    entered: Type.Integer({ description: 'Number of runs started.' }),
    active: Type.Integer({ description: 'Number of runs in progress.' }),
    completed: Type.Integer({ description: 'Number of runs that finished all steps.' }),
    exited: Type.Integer({ description: 'Number of runs that ended before their last step.' }),
    exitReasons: Type.Array(
      Type.Object(
        {
          reason: Type.String({ description: 'Reason the runs ended.', examples: ['goal_reached'] }),
          runs: Type.Integer({ description: 'Number of runs that ended for the reason.' }),
        },
        { title: 'EmailSequenceExits' },
      ),
      { description: 'Reasons runs ended before their last step.' },
    ),
    goalReached: Type.Integer({ description: 'Number of runs that reached the goal.' }),
    mails: Type.Array(MailStats, { description: 'Results of each email of each version.' }),
  },
  { title: 'EmailSequenceStats' },
)
export type Stats = Static<typeof Stats>
