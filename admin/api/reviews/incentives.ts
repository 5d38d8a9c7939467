import { infiniteQueryOptions } from '@tanstack/react-query'
import type {
  IncentiveChanges,
  Incentive as IncentiveShape,
  NewIncentive,
  Reward,
  Status,
} from '../../../server/resources/review-incentives/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Incentive = IncentiveShape
export type IncentiveStatus = Status
export type ReviewReward = Reward

export const incentivesKey = (storeId: string) => [storeId, 'review-incentives'] as const

const paged = <T>(storeId: string, path: string) =>
  infiniteQueryOptions({
    queryKey: [...incentivesKey(storeId), path],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const incentivesQuery = (storeId: string) => paged<Incentive>(storeId, '/review-incentives')
export const reviewRewardsQuery = (storeId: string, id: string) =>
  paged<ReviewReward>(storeId, `/review-incentives/${id}/rewards`)

export const createIncentive = (storeId: string, body: NewIncentive) =>
  post<Incentive>('/review-incentives', { storeId, body })
/** Each code of a pool belongs to one incentive, so the copy's pool is empty. */
export const duplicateIncentive = (storeId: string, incentive: Incentive, text: string) => {
  const { kind, terms, points, code, startsAt, endsAt, lowAt, buyersOnly, fulfil, productIds, categoryIds } = incentive
  const { codes, value, locale, translations } = incentive
  const places = { productIds, categoryIds }
  return createIncentive(storeId, {
    kind,
    text,
    terms,
    locale,
    translations,
    points,
    code,
    codes,
    value,
    startsAt,
    endsAt,
    lowAt,
    buyersOnly,
    fulfil,
    ...places,
  })
}
export const changeIncentive = (storeId: string, id: string, body: IncentiveChanges) =>
  patch<Incentive>(`/review-incentives/${id}`, { storeId, body })
export const removeIncentive = (storeId: string, id: string) => remove(`/review-incentives/${id}`, { storeId })

export const addIncentiveCodes = (storeId: string, id: string, codes: string[]) =>
  post<{ received: number; added: number; duplicates: number }>(`/review-incentives/${id}/codes`, {
    storeId,
    body: { codes },
  })
