import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { StorefrontMember } from '../../server/resources/loyalty/members/schema.ts'
import type {
  ExpiryPreview as ExpiryPreviewShape,
  OrderPreviewQuery,
  OrderPreview as OrderPreviewShape,
  ProgramChanges as ProgramChangesShape,
  Program as ProgramShape,
} from '../../server/resources/loyalty/program/schema.ts'
import type { Referral as ReferralShape, referralStates } from '../../server/resources/loyalty/referrals/schema.ts'
import type {
  CodesReport,
  NewReward as NewRewardShape,
  RedemptionRow,
  RewardChanges as RewardChangesShape,
  Reward as RewardShape,
} from '../../server/resources/loyalty/rewards/schema.ts'
import type {
  Grant,
  JournalLine as JournalLineShape,
  Liability as LiabilityShape,
  Member as MemberShape,
  NewGrant as NewGrantShape,
} from '../../server/resources/loyalty/schema.ts'
import { download, get, isMissing, type Page, patch, post, put } from './client.ts'

export type Program = ProgramShape
export type ProgramChanges = ProgramChangesShape
export type Member = MemberShape
export type JournalLine = JournalLineShape
export type ShownMember = Static<typeof StorefrontMember>
export type Reward = RewardShape
export type NewReward = NewRewardShape
export type RewardChanges = RewardChangesShape
export type Redemption = Static<typeof RedemptionRow>
export type Referral = ReferralShape
export type ReferralState = (typeof referralStates)[number]
export type Liability = Static<typeof LiabilityShape>
export type LiabilityMonth = Liability['months'][number]
export type OrderPreview = Static<typeof OrderPreviewShape>
export type ExpiryPreview = Static<typeof ExpiryPreviewShape>

export const loyaltyKey = (storeId: string) => [storeId, 'loyalty'] as const

export const programQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'program'],
    queryFn: ({ signal }) => get<Program>('/loyalty/program', { storeId, signal }),
  })
export const updateProgram = (storeId: string, body: ProgramChanges) =>
  put<Program>('/loyalty/program', { storeId, body })

/** The service calculates the preview, so it equals the points of a real order. */
export const orderPreviewQuery = (storeId: string, asked: Static<typeof OrderPreviewQuery>) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'order-preview', asked],
    queryFn: ({ signal }) => get<OrderPreview>('/loyalty/program/order-preview', { storeId, query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export const expiryPreviewQuery = (storeId: string, asked: { days?: number; startsAt?: string }) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'expiry-preview', asked],
    queryFn: ({ signal }) => get<ExpiryPreview>('/loyalty/program/expiry-preview', { storeId, query: asked, signal }),
    placeholderData: keepPreviousData,
  })

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.pagination.nextCursor ?? undefined,
}

export type MemberFilters = { email?: string; tier?: string }

/** The service matches only complete addresses. An unknown address gives an empty list, not an error. */
export const membersQuery = (storeId: string, { email, tier }: MemberFilters) =>
  infiniteQueryOptions({
    queryKey: [...loyaltyKey(storeId), 'members', { email, tier }],
    queryFn: ({ pageParam, signal }) =>
      email
        ? findMember(storeId, email, signal)
        : get<Page<Member>>('/loyalty/members', { storeId, query: { tier, limit: 50, cursor: pageParam }, signal }),
    ...pages,
  })

export const memberCountQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'members', 'count'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, includeTotal: true }
      return (await get<Page<Member>>('/loyalty/members', { storeId, query, signal })).pagination.total ?? 0
    },
  })

async function findMember(storeId: string, email: string, signal: AbortSignal): Promise<Page<Member>> {
  const pagination = { limit: 1, hasMore: false, nextCursor: null }
  try {
    const member = await get<Member>(`/loyalty/members/by-email/${encodeURIComponent(email)}`, { storeId, signal })
    return { data: [member], pagination }
  } catch (error) {
    if (isMissing(error)) return { data: [], pagination }
    throw error
  }
}

export const memberQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'member', id],
    queryFn: ({ signal }) => get<Member>(`/loyalty/members/${id}`, { storeId, signal }),
  })
export const updateMember = (storeId: string, id: string, body: { birthday: string | null }) =>
  patch<Member>(`/loyalty/members/${id}`, { storeId, body })
export const grantPoints = (storeId: string, id: string, body: Static<typeof NewGrantShape>) =>
  post<Static<typeof Grant>>(`/loyalty/members/${id}/grants`, { storeId, body })

export const journalQuery = (storeId: string, memberId: string) =>
  infiniteQueryOptions({
    queryKey: [...loyaltyKey(storeId), 'journal', memberId],
    queryFn: ({ pageParam, signal }) =>
      get<Page<JournalLine>>(`/loyalty/members/${memberId}/journal`, {
        storeId,
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    ...pages,
  })
export const downloadJournal = (storeId: string) => download('/loyalty/journal/export', { storeId })

export const redemptionsQuery = (storeId: string, memberId: string) =>
  infiniteQueryOptions({
    queryKey: [...loyaltyKey(storeId), 'redemptions', memberId],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Redemption>>('/loyalty/redemptions', {
        storeId,
        query: { memberId, limit: 20, cursor: pageParam },
        signal,
      }),
    ...pages,
  })
export const reverseRedemption = (storeId: string, id: string) =>
  post(`/loyalty/redemptions/${id}/reverse`, { storeId })

export const rewardsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [...loyaltyKey(storeId), 'rewards'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Reward>>('/loyalty/rewards', { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    ...pages,
  })
export const createReward = (storeId: string, body: NewReward) => post<Reward>('/loyalty/rewards', { storeId, body })
export const updateReward = (storeId: string, id: string, body: RewardChanges) =>
  patch<Reward>(`/loyalty/rewards/${id}`, { storeId, body })

export const addCodes = (storeId: string, rewardId: string, codes: readonly string[]) =>
  post<Static<typeof CodesReport>>(`/loyalty/rewards/${rewardId}/codes`, { storeId, body: { codes } })

export const referralsQuery = (storeId: string, state: ReferralState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...loyaltyKey(storeId), 'referrals', { state }],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Referral>>('/loyalty/referrals', { storeId, query: { state, limit: 50, cursor: pageParam }, signal }),
    ...pages,
  })
export const decideReferral = (storeId: string, id: string, decision: 'approve' | 'block') =>
  patch<Referral>(`/loyalty/referrals/${id}`, { storeId, body: { decision } })

export const liabilityQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...loyaltyKey(storeId), 'liability'],
    queryFn: ({ signal }) => get<Liability>('/loyalty/liability', { storeId, signal }),
  })
