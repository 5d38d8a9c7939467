import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  Affiliate as AffiliateShape,
  Commission as CommissionShape,
  Payout as PayoutShape,
  Referral as ReferralShape,
} from '../../server/resources/affiliates/schema.ts'
import { get, type Page, post } from './client.ts'

export type Affiliate = AffiliateShape
export type Referral = ReferralShape
export type Commission = CommissionShape
export type Payout = PayoutShape

export const affiliateQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'affiliates', 'me'],
    queryFn: ({ signal }) => get<Affiliate>('/affiliates/me', { storeId, signal }),
  })

const listQuery = <T>(storeId: string, list: 'referrals' | 'commissions' | 'payouts') =>
  infiniteQueryOptions({
    queryKey: [storeId, 'affiliates', list],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(`/affiliates/${list}`, { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const referralsQuery = (storeId: string) => listQuery<Referral>(storeId, 'referrals')
export const commissionsQuery = (storeId: string) => listQuery<Commission>(storeId, 'commissions')
export const payoutsQuery = (storeId: string) => listQuery<Payout>(storeId, 'payouts')

export const joinAffiliates = (storeId: string, code: string | undefined) =>
  post<Affiliate>('/affiliates/me', { storeId, body: code === undefined ? {} : { code } })
