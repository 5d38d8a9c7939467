import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { readModeration } from '#resources/analytics/moderation/commands.ts'
import { readReviewReport } from '#resources/analytics/reviews/commands.ts'
import { readSpan, type Span } from '#resources/analytics/rules.ts'
import { readEvidenceSettings } from '#resources/evidence/commands.ts'
import { first as firstPolicy } from '#resources/evidence/policies/rules.ts'
import { readSuppression } from '#resources/evidence/suppression/commands.ts'
import { moderationReasons } from '#resources/reviews/schema.ts'
import { readReviewSettings } from '#resources/reviews/submissions/settings-commands.ts'
import { countSignals } from '#resources/signals/commands.ts'
import { type Kind, type State, kinds as signalKinds } from '#resources/signals/schema.ts'
import { listStoreWitnesses } from '#resources/witnesses/commands.ts'
import * as store from './fact-store.ts'
import type { Format } from './format.ts'
import type { QuestionId } from './questions.ts'
import { type Quarter, quartersOfYear, withDays } from './rules.ts'

export type FactRequest = {
  tx: StoreReads
  timezone: string
  now: Date
  year: number
  /** Days of the year that have begun. */
  span: Span
  /** Address of this installation. */
  origin: string
}

type Cell = string | number

/** `api` is the URL at which the store can read the value with its own credentials. */
export type Fact<Value> = {
  name: string
  answers: readonly QuestionId[]
  read(asked: FactRequest): Promise<{ api: string; value: Value }>
  /** Rows for the columns in `texts.facts[name]`. */
  rows(value: Value, format: Format): Cell[][]
}

const fact = <Value>(each: Fact<Value>): Fact<Value> => each

const policies = fact({
  name: 'policies',
  answers: ['uk-policy', 'eu-information'],
  async read({ tx, span, origin }) {
    const { version, sha256 } = firstPolicy
    const saved = await store.listPolicies(tx, span)
    return {
      api: `${origin}/evidence/policies/versions`,
      value: saved.length > 0 ? saved : [{ version, sha256, createdAt: null, inForce: true }],
    }
  },
  rows: (value, { yesNo, time, texts }) =>
    value.map(({ version, createdAt, inForce, sha256 }) => [
      version,
      createdAt === null ? texts.builtIn : time(createdAt),
      yesNo(inForce),
      sha256,
    ]),
})

type OfQuarter<Counts> = Counts & { quarter: Quarter['quarter']; api: string }

/** Reads one report for each quarter that has begun. */
async function readQuarters<Counts extends object>(
  { tx, timezone, now, year, origin }: FactRequest,
  path: string,
  read: (tx: StoreReads, span: Span) => Promise<Counts>,
): Promise<OfQuarter<Counts>[]> {
  const rows: OfQuarter<Counts>[] = []
  for (const { quarter, ...days } of quartersOfYear(year, timezone, now)) {
    const counts = await read(tx, readSpan(days, timezone, now))
    rows.push({ quarter, api: origin + withDays(path, days, timezone, now), ...counts })
  }
  return rows
}

const reviews = fact({
  name: 'reviews',
  answers: ['uk-detection', 'uk-incentives', 'us-fake', 'eu-checks'],
  async read(asked) {
    const value = await readQuarters(asked, '/analytics/reviews', async (tx, span) => {
      const { received, pending, approved, rejected, spam, verified, incentivized, imported } = (
        await readReviewReport(tx, span)
      ).total
      return { received, pending, approved, rejected, spam, verified, incentivized, imported }
    })
    return { api: `${asked.origin}/analytics/reviews`, value }
  },
  rows: (value, { count }) =>
    value.map(({ quarter, received, approved, pending, verified, incentivized, imported }) => [
      quarter,
      ...[received, approved, pending, verified, incentivized, imported].map(count),
    ]),
})

const proofs = fact({
  name: 'proofs',
  answers: ['uk-detection', 'us-fake', 'eu-information', 'eu-checks'],
  read: async ({ tx, span, origin }) => ({
    api: `${origin}/evidence/entries?type=verified`,
    value: await store.countProofs(tx, span),
  }),
  rows: (value, { texts, named, count }) =>
    value.map(({ method, reviews }) => [named(texts.methods, method), count(reviews)]),
})

const suppressionApi = ({ span, timezone, now, origin }: FactRequest) =>
  origin + withDays('/evidence/suppression', span, timezone, now)

const withheld = fact({
  name: 'withheld',
  answers: ['uk-action', 'us-suppression', 'eu-false'],
  async read(asked) {
    const { byRating, low, high, gap, averageReceived, averagePublished, averageWithheld } = await readYear(asked)
    const value = { byRating, low, high, gap, averageReceived, averagePublished, averageWithheld }
    return { api: suppressionApi(asked), value }
  },
  rows: ({ byRating, low, high }, { texts, count, percent }) =>
    [
      ...byRating.map(({ rating, ...counts }) => ({ label: String(rating), ...counts })),
      { label: texts.lowRatings, ...low },
      { label: texts.highRatings, ...high },
    ].map((row) => [
      row.label,
      ...[row.received, row.published, row.withheld, row.pending].map(count),
      percent(row.withheldShare),
    ]),
})

const readYear = ({ tx, span: { from, to }, now }: FactRequest) => readSuppression(tx, { from, to }, now)

const reasons = fact({
  name: 'reasons',
  answers: ['uk-action', 'us-suppression', 'eu-false'],
  read: async (asked) => ({ api: suppressionApi(asked), value: (await readYear(asked)).byReason }),
  rows: (value, { texts, named, count }) =>
    moderationReasons.map((reason) => [named(texts.reasons, reason), count(value[reason])]),
})

const decisionTimes = fact({
  name: 'decisionTimes',
  answers: ['uk-times'],
  async read(asked) {
    const value = await readQuarters(asked, '/analytics/moderation', async (tx, span) => {
      const { decided, decisionSeconds } = (await readModeration(tx, span)).total
      return { decided, decisionSeconds }
    })
    return { api: `${asked.origin}/analytics/moderation`, value }
  },
  rows: (value, { count, duration }) =>
    value.map(({ quarter, decided, decisionSeconds: { p50, p90 } }) => [
      quarter,
      count(decided),
      duration(p50),
      duration(p90),
    ]),
})

const appeals = fact({
  name: 'appeals',
  answers: ['uk-objections', 'us-suppression'],
  read: async ({ tx, span, origin }) => ({
    api: `${origin}/evidence/appeals`,
    value: await store.countAppeals(tx, span),
  }),
  rows: ({ filed, open, overturned, upheld, late, sameActor, medianSeconds }, { count, duration }) => [
    [...[filed, open, overturned, upheld, late, sameActor].map(count), duration(medianSeconds)],
  ],
})

const offers = fact({
  name: 'offers',
  answers: ['uk-incentives', 'us-incentives'],
  read: async ({ tx, span, origin }) => ({
    api: `${origin}/review-incentives`,
    value: await store.listOffers(tx, span),
  }),
  rows: (value, { texts, named, time, yesNo }) =>
    value.map((offer) => [
      offer.text,
      named(texts.kinds, offer.kind),
      named(texts.offerStates, offer.status),
      named(texts.fulfilments, offer.fulfil),
      yesNo(offer.buyersOnly),
      time(offer.activatedAt),
    ]),
})

const meter = fact({
  name: 'meter',
  answers: ['uk-presentation', 'us-suppression'],
  async read({ tx, origin }) {
    const value = { ...(await readEvidenceSettings(tx)), publicPage: `${origin}/evidence/${tx.storeEnvId}` }
    return { api: `${origin}/evidence/settings`, value }
  },
  rows: ({ publicMeter, alertGap, publicPage }, { yesNo, percent }) => [
    [yesNo(publicMeter), percent(alertGap), publicPage],
  ],
})

const signals = fact({
  name: 'signals',
  answers: ['uk-detection', 'us-fake', 'us-insiders'],
  async read({ tx, span, origin }) {
    const counted = await countSignals(tx, span)
    const count = (kind: Kind, state: State) =>
      counted.find((each) => each.kind === kind && each.state === state)?.signals ?? 0
    const value = signalKinds.map((kind) => ({
      kind,
      open: count(kind, 'open'),
      dismissed: count(kind, 'dismissed'),
      confirmed: count(kind, 'confirmed'),
    }))
    return { api: `${origin}/reviews/signals`, value }
  },
  rows: (value, { texts, named, count }) =>
    value.map(({ kind, open, dismissed, confirmed }) => [
      named(texts.signals, kind),
      ...[open, dismissed, confirmed].map(count),
    ]),
})

const reviewSettings = fact({
  name: 'reviewSettings',
  answers: ['uk-detection', 'uk-changes', 'us-insiders', 'eu-checks'],
  read: async ({ tx, origin }) => ({ api: `${origin}/reviews/settings`, value: await readReviewSettings(tx) }),
  rows: ({ shop, ...value }, { texts, yesNo, count }) => [
    [texts.settings.buyersOnly, yesNo(value.buyersOnly)],
    [texts.settings.askRelationship, yesNo(value.askRelationship)],
    [texts.settings.receipts, yesNo(value.receipts)],
    [texts.settings.translate, value.translate.length > 0 ? value.translate.join(', ') : texts.no],
    [texts.settings.digest, yesNo(value.digest)],
    [texts.settings.shopAsked, yesNo(shop.asked)],
    [texts.settings.shopQuestion, shop.question ?? texts.builtIn],
    [texts.settings.shopAskAgainDays, count(shop.askAgainDays)],
  ],
})

const witnesses = fact({
  name: 'witnesses',
  answers: ['uk-presentation', 'us-suppression'],
  read: async ({ tx, origin }) => ({
    api: `${origin}/evidence/witnesses`,
    value: (await listStoreWitnesses(tx)).map(({ name, vkey, url, state, size, at }) => ({
      name,
      vkey,
      url,
      state,
      size,
      at,
    })),
  }),
  rows: (value, { texts, named, count, time }) =>
    value.map(({ name, vkey, url, state, size, at }) => [
      name,
      vkey,
      url,
      named(texts.witnessStates, state),
      count(size),
      at === null ? '–' : time(at),
    ]),
})

export const changeActions = [
  'evidence_settings.changed',
  'moderation_policy.changed',
  'placements.settings_updated',
  'review_incentive.created',
  'review_incentive.changed',
  'review_incentive.deleted',
  'reviews.settings_updated',
] as const satisfies readonly AuditAction[]

const changes = fact({
  name: 'changes',
  answers: ['uk-changes'],
  read: async ({ tx, span, origin }) => ({
    api: `${origin}/account/audit-log`,
    value: await store.listChanges(tx, changeActions, span),
  }),
  rows: (value, { texts, named, time }) =>
    value.map(({ at, action, by, details }) => [
      time(at),
      named(texts.actions, action),
      named(texts.actors, by),
      details === null ? '' : JSON.stringify(details),
    ]),
})

/** To add a fact, list it here and add its texts to texts.ts. Its `answers` name the questions that it answers. */
// biome-ignore lint/suspicious/noExplicitAny: each fact passes its own value to its own rows.
export const facts: readonly Fact<any>[] = [
  policies,
  reviews,
  proofs,
  withheld,
  reasons,
  decisionTimes,
  appeals,
  offers,
  meter,
  signals,
  reviewSettings,
  changes,
  witnesses,
]
