import { type Detail, invalid } from '#platform/values/errors.ts'
import { normalizeAmount } from '#platform/values/money.ts'
import { parseReader, readTranslations, textIn } from '#platform/values/translations.ts'
import type { MailWords } from '#resources/email/templates/schema.ts'
import type {
  ConditionFact,
  EndEvent,
  Filter,
  MailTexts,
  NewSequence,
  SentStep,
  Sequence,
  SequenceChanges,
  Status,
  TriggerEvent,
} from './schema.ts'

export type WaitStep = { type: 'wait'; days: number; hours: number; minutes: number }
export type Mail = MailWords & { translations?: Record<string, MailTexts> }
export type MailStep = { type: 'mail' } & Mail
export type ConditionStep = {
  type: 'condition'
  fact: ConditionFact
  value: boolean | number | string
  otherwise: 'exit' | 'skip'
}
export type Step = WaitStep | MailStep | ConditionStep

export type Content = {
  trigger: { event: TriggerEvent; filter: Filter }
  steps: Step[]
  exitOn: EndEvent[]
  goal: EndEvent[]
  consent: 'opted_in_only' | 'all_buyers'
}

export type SequenceRow = Content & {
  id: string
  name: string
  status: Status
  version: number
  runs: { active: number; completed: number; exited: number; goalReached: number }
  mailsSent: number
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Every sequence lists cancelled orders among its exit events, because a cancelled order always ends a run. */
export const toSequence = (row: SequenceRow): Sequence => ({
  ...row,
  exitOn: ['order.cancelled', ...row.exitOn.filter((event) => event !== 'order.cancelled')],
})

export function parseContent(sent: NewSequence): Content {
  return sound({
    trigger: parseTrigger(sent.trigger),
    steps: parseSteps(sent.steps),
    exitOn: sent.exitOn ?? [],
    goal: sent.goal ?? [],
    consent: sent.consent ?? 'opted_in_only',
  })
}

/** Parts missing from the changes stay the same. A part that is present is replaced completely. */
export function changedContent(before: Content, changes: SequenceChanges): Content {
  return sound({
    trigger: changes.trigger ? parseTrigger(changes.trigger) : before.trigger,
    steps: changes.steps ? parseSteps(changes.steps) : before.steps,
    exitOn: changes.exitOn ?? before.exitOn,
    goal: changes.goal ?? before.goal,
    consent: changes.consent ?? before.consent,
  })
}

export const isSame = (one: Content, other: Content): boolean => inOrder(one) === inOrder(other)

/** The database reorders the fields of an object, so the fields are sorted before the comparison. */
const inOrder = ({ trigger, steps, exitOn, goal, consent }: Content) =>
  JSON.stringify([trigger, steps, exitOn.toSorted(), goal.toSorted(), consent], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

function parseTrigger({ event, filter = {} }: NewSequence['trigger']): Content['trigger'] {
  const { productIds = [], categoryIds = [], minimumTotal = null, firstOrder = null, tier = null } = filter
  const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())
  return {
    event,
    filter: {
      productIds: lower(productIds),
      categoryIds: lower(categoryIds),
      minimumTotal: minimumTotal === null ? null : normalizeAmount(minimumTotal, null),
      firstOrder,
      tier: tier === null ? null : tier.trim(),
    },
  }
}

const ofOrders = ['productIds', 'categoryIds', 'minimumTotal', 'firstOrder'] as const

function sound(content: Content): Content {
  const { event, filter } = content.trigger
  if (!event.startsWith('loyalty.')) return content
  const idle = ofOrders.find((name) => filter[name] !== null && (filter[name] as unknown[]).length !== 0)
  if (idle === undefined) return content
  throw refusal([{ path: `/trigger/filter/${idle}`, message: `cannot be asked of ${event}: there is no order` }])
}

function parseSteps(sent: readonly SentStep[]): Step[] {
  const problems: Detail[] = []
  const steps = sent.map((step, at) => parseStep(step, `/steps/${at}`, problems))
  if (problems.length > 0) throw refusal(problems)
  return steps
}

function parseStep(sent: SentStep, at: string, problems: Detail[]): Step {
  const miss = (name: string, message: string) => problems.push({ path: `${at}/${name}`, message })
  if (sent.type === 'wait') {
    const { days = 0, hours = 0, minutes = 0 } = sent
    if (days + hours + minutes === 0) miss('days', 'or hours or minutes must be more than 0: a wait takes time')
    return { type: 'wait', days, hours, minutes }
  }
  if (sent.type === 'mail') {
    const { subject = '', heading = null, body = '', button = null } = sent
    const translations = readTranslations(sent.translations, at)
    if (subject === '') miss('subject', 'is missing: a mail has one')
    if (body === '') miss('body', 'is missing: a mail has one')
    return {
      type: 'mail',
      subject,
      heading: heading?.trim() ? heading : null,
      body,
      button: button && { label: button.label, url: button.url.trim() },
      ...(Object.keys(translations).length > 0 && { translations }),
    }
  }
  const { fact, value, otherwise } = sent
  if (fact === undefined) miss('fact', 'is missing: a condition asks for one')
  if (otherwise === undefined) miss('otherwise', 'is missing: exit or skip')
  const asked = fact === undefined ? undefined : toComparable(fact, value)
  if (fact !== undefined && asked === undefined) miss('value', valueWanted[fact])
  return { type: 'condition', fact: fact ?? 'tier', value: asked ?? '', otherwise: otherwise ?? 'exit' }
}

const valueWanted: Record<ConditionFact, string> = {
  accepts_marketing: 'must be true or false',
  has_reviewed: 'must be true or false',
  order_count: 'must be a whole number from 0 to 10000',
  order_total: 'must be a decimal number with a point such as "120.50"',
  bought_product: 'must be the id of a product',
  tier: 'must be the name of a tier',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Undefined if the fact cannot be compared with the value. */
function toComparable(fact: ConditionFact, value: unknown): boolean | number | string | undefined {
  switch (fact) {
    case 'accepts_marketing':
    case 'has_reviewed':
      return typeof value === 'boolean' ? value : undefined
    case 'order_count':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000 ? value : undefined
    case 'order_total':
      return typeof value === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(value)
        ? normalizeAmount(value, null)
        : undefined
    case 'bought_product':
      return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined
    default:
      return typeof value === 'string' && /\S/.test(value) && value.length <= 60 && !value.includes('\0')
        ? value.trim()
        : undefined
  }
}

export const refusal = (details: Detail[]) =>
  invalid(`The sequence is invalid: ${details[0]?.path} ${details[0]?.message}`, details.slice(0, 20))

/**
 * A mail's texts in the reader's language, and the language of the translation. The language is null if no translation
 * matches.
 */
export function wordsIn(
  { translations = {}, ...own }: Mail,
  reader: string | null,
): MailWords & { locale: string | null } {
  const { tag, language } = parseReader(reader ?? undefined)
  const said = (text: string | null, of: (texts: MailTexts) => string | null | undefined) =>
    textIn(tag, text, null, (name) => translations[name] && of(translations[name]))
  return {
    subject: said(own.subject, ({ subject }) => subject) ?? own.subject,
    heading: said(own.heading, ({ heading }) => heading),
    body: said(own.body, ({ body }) => body) ?? own.body,
    button: own.button && {
      label: said(own.button.label, ({ button }) => button?.label) ?? own.button.label,
      url: said(own.button.url, ({ button }) => button?.url) ?? own.button.url,
    },
    locale: [tag, language].find((name) => name in translations) ?? null,
  }
}

export const productsIn = ({ trigger, steps }: Content): string[] => [
  ...new Set([...trigger.filter.productIds, ...boughtProductsIn(steps)]),
]

export const boughtProductsIn = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => (step.type === 'condition' && step.fact === 'bought_product' ? [String(step.value)] : []))

export function statusAfter(act: Act, status: Status): Status | undefined {
  const to = targets[act]
  return status === to || from[act].includes(status) ? to : undefined
}

export type Act = 'publish' | 'pause' | 'resume' | 'archive'
const targets: Record<Act, Status> = { publish: 'live', pause: 'paused', resume: 'live', archive: 'archived' }
const from: Record<Act, readonly Status[]> = {
  publish: ['draft'],
  pause: ['live'],
  resume: ['paused'],
  archive: ['draft', 'live', 'paused'],
}
