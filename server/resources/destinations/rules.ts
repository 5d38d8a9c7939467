// Decides what a destination may show, which step the current facts require, and when a call is retried.
import { includes } from '#resources/billing/rules.ts'
import type { Plan } from '#resources/billing/schema.ts'
import type { Kind, State, Status } from './schema.ts'

export const destinationFeature = 'review_destinations'

type KindFacts = {
  shows: 'ratings' | 'reviews'
  /** Platform of the store's shop that the destination writes to. Null for destinations outside the shop. */
  platform: 'shopify' | 'vendure' | 'medusa' | 'woocommerce' | null
  plan: Plan
  isPulled: boolean
}

const rating = (platform: KindFacts['platform']): KindFacts => ({
  ...{ shows: 'ratings', platform, plan: 'starter', isPulled: false },
})

export const kindFacts: Record<Kind, KindFacts> = {
  google_product: { shows: 'reviews', platform: null, plan: 'growth', isPulled: false },
  shopify_rating: rating('shopify'),
  shopify_reviews: { shows: 'reviews', platform: 'shopify', plan: 'growth', isPulled: false },
  vendure_rating: rating('vendure'),
  medusa_rating: rating('medusa'),
  woocommerce_rating: rating('woocommerce'),
  meta_csv: { shows: 'reviews', platform: null, plan: 'starter', isPulled: true },
}

const kindsThat = (holds: (facts: KindFacts) => boolean) =>
  (Object.entries(kindFacts) as [Kind, KindFacts][]).flatMap(([kind, facts]) => (holds(facts) ? [kind] : []))
export const reviewKinds: readonly Kind[] = kindsThat(({ shows }) => shows === 'reviews')
export const ratingKinds: readonly Kind[] = kindsThat(({ shows }) => shows === 'ratings')

export type EligibilityFacts = {
  status: string
  source: string
  isRewarded: boolean
  /** True if the author named a relationship to the shop. */
  isDeclared: boolean
  hasText: boolean
  /** False for a review of the shop itself. */
  hasProduct: boolean
  hasUrl: boolean
  /** True if a live variant has a SKU, GTIN or MPN. */
  hasLiveSku: boolean
  /** True if the connected shop of the destination's platform has the product. */
  isInShop: boolean
}

export type Reason =
  | 'not_approved'
  | 'declared'
  | 'shared'
  | 'other_subject'
  | 'no_text'
  | 'no_live_sku'
  | 'no_product_url'
  | 'no_shop_product'
  | 'imported'
  | 'rewarded'

/** Reasons why the destination does not show the review. Empty if it does. */
export function findReasons(kind: Kind, facts: EligibilityFacts): Reason[] {
  const { shows, platform } = kindFacts[kind]
  const reasons: [Reason, boolean][] = [
    ['not_approved', facts.status !== 'approved'],
    ['declared', facts.isDeclared],
    ['shared', facts.source === 'shared'],
    ['other_subject', !facts.hasProduct],
    ['no_text', platform === null && !facts.hasText],
    ['no_live_sku', platform === null && facts.hasProduct && !facts.hasLiveSku],
    ['no_product_url', platform === null && facts.hasProduct && !facts.hasUrl],
    ['no_shop_product', platform !== null && facts.hasProduct && !facts.isInShop],
    ['imported', platform !== null && shows === 'reviews' && facts.source === 'import'],
    ['rewarded', platform !== null && shows === 'reviews' && facts.isRewarded],
  ]
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []))
}

export type StatusFacts = { status: Status; lapsed: boolean; plan: Plan }

/** Whether the destination accepts new items. Removals are sent in any case. */
export const takesNew = (kind: Kind, { status, lapsed, plan }: StatusFacts): boolean =>
  status === 'active' && !lapsed && includes(plan, kindFacts[kind].plan)

export type NextStep = 'put' | 'remove' | 'nothing' | 'forget' | 'wait'

type ItemFacts = { state: State; mayBeThere: boolean; isSame: boolean }

/**
 * The step that the current facts require, whichever step is queued. `nothing`: the platform's state is right.
 * `forget`: the platform never had the item and does not need it.
 */
export function decideStep({
  isWanted,
  takes,
  held,
}: {
  isWanted: boolean
  takes: boolean
  held: ItemFacts
}): NextStep {
  if (!isWanted) return held.mayBeThere ? 'remove' : held.state === 'removed' ? 'nothing' : 'forget'
  if (held.isSame && (held.state === 'accepted' || held.state === 'live' || held.state === 'refused')) return 'nothing'
  return takes ? 'put' : 'wait'
}

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const days = 24 * hours

/** Delays after failures: 5 seconds, one minute, ten minutes, then an hour each time, without end. */
export const retries = { delaysMs: [5 * seconds, minutes, 10 * minutes, hours], jitter: 0.1, repeatsLast: true }

/** After this many consecutive failures, the platform counts as unavailable. */
export const failuresUntilPause = 3

/** Google computes a review's state later. We check after five minutes, after an hour, and then daily for a week. */
const confirmationsMs = [5 * minutes, hours, ...Array.from({ length: 7 }, () => days)]
export function confirmAt(asked: number, now: Date): Date | null {
  const delay = confirmationsMs[asked]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

/** Owners get a mail once a day about removals that have failed for a day. */
export const removalPatienceMs = days

export const removedKeptMs = 90 * days

/** The platform may not list an item yet if it was sent less than this long ago. */
export const listedAfterMs = hours
