import { isDeclared } from '../rules.ts'
import { type ReviewFilters, reviewFilters, type Status } from '../schema.ts'
import { type ReviewChange, type ReviewState, unknownState } from './events.ts'

/** Fields of a review by which lists are filtered and that have only a few possible values. */
export type Cell = {
  status: Status
  rating: number
  verified: boolean
  hasPhotos: boolean
  hasReply: boolean
  incentivized: boolean
  imported: boolean
  declared: boolean
}

export type CountChange = Cell & { count: number }

export const toCell = (state: ReviewState): Cell => ({
  status: state.status,
  rating: state.rating,
  verified: state.verified,
  hasPhotos: state.photoCount > 0,
  hasReply: state.reply !== null,
  incentivized: state.incentive !== null,
  imported: state.source === 'import',
  declared: isDeclared(state.relationship),
})

/** The number of reviews of products that each cell gains or loses. Undefined if the state before a change is unknown. */
export function countChanges(changes: readonly ReviewChange[]): CountChange[] | undefined {
  const found = new Map<string, CountChange>()
  const add = (state: ReviewState, count: number) => {
    if (state.productId === null) return
    const cell = toCell(state)
    const key = JSON.stringify(cell)
    found.set(key, { ...cell, count: (found.get(key)?.count ?? 0) + count })
  }
  for (const { before, after } of changes) {
    if (before === unknownState) return undefined
    if (before !== null) add(before, -1)
    if (after !== null) add(after, 1)
  }
  return [...found.values()].filter(({ count }) => count !== 0)
}

export type ProductCountChange = {
  productId: string
  rating: number
  count: number
  verified: number
  rewarded: number
  imported: number
}

/**
 * The number of reviews that the average of each product gains or loses. Undefined if the state before a change is
 * unknown.
 */
export function countProductChanges(changes: readonly ReviewChange[]): ProductCountChange[] | undefined {
  const found = new Map<string, ProductCountChange>()
  const add = (
    { status, productId, rating, verified, incentive, source, relationship }: ReviewState,
    count: 1 | -1,
  ) => {
    if (status !== 'approved' || isDeclared(relationship) || productId === null) return
    const key = `${productId} ${rating}`
    const all = found.get(key) ?? { productId, rating, count: 0, verified: 0, rewarded: 0, imported: 0 }
    all.count += count
    if (verified) all.verified += count
    if (incentive !== null) all.rewarded += count
    if (source === 'import') all.imported += count
    found.set(key, all)
  }
  for (const { before, after } of changes) {
    if (before === unknownState) return undefined
    if (before !== null) add(before, -1)
    if (after !== null) add(after, 1)
  }
  return [...found.values()].filter(
    (all) => all.count !== 0 || all.verified !== 0 || all.rewarded !== 0 || all.imported !== 0,
  )
}

const countedFilters = ['status', 'rating', 'verified', 'hasPhotos', 'hasReply', 'incentivized', 'imported'] as const

export type CountedFilters = Omit<Pick<ReviewFilters, (typeof countedFilters)[number]>, 'rating'> & {
  rating?: readonly number[]
  /** True counts only reviews whose authors state a relationship to the shop. */
  declared?: boolean
}

const others = (Object.keys(reviewFilters) as (keyof ReviewFilters)[]).filter(
  (name) => !countedFilters.some((each) => each === name),
)

/** True if the stored counts distinguish reviews by all of these filters. */
export const isCounted = (filters: ReviewFilters): boolean => others.every((name) => filters[name] === undefined)

export type SubmissionPeriod = Pick<ReviewFilters, 'submittedAfter' | 'submittedBefore'>

/** True if the sums of days distinguish reviews by these filters: by one at most, beside the time. */
export const isSummedByDay = ({ submittedAfter, submittedBefore, ...filters }: ReviewFilters): boolean =>
  (submittedAfter !== undefined || submittedBefore !== undefined) &&
  isCounted(filters) &&
  countedFilters.filter((name) => filters[name] !== undefined).length <= 1
