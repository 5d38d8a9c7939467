import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Assessment as AssessmentShape } from '../../../server/resources/assessments/schema.ts'
import type { Head as HeadShape, ReviewProof as ProofShape } from '../../../server/resources/evidence/heads/schema.ts'
import type { Pack as PackShape } from '../../../server/resources/evidence/packs/schema.ts'
import type { LedgerEntry as EntryShape } from '../../../server/resources/evidence/schema.ts'
import type { ListedWitness, WitnessState } from '../../../server/resources/witnesses/schema.ts'
import { get, type Page, post } from '../client.ts'

export type Head = HeadShape
export type Pack = PackShape
export type Assessment = AssessmentShape
export type ReviewProof = ProofShape
export type LedgerEntry = EntryShape
export type { WitnessState }

export const evidenceKey = (storeId: string) => [storeId, 'evidence'] as const

const paged = <T>(storeId: string, path: '/evidence/heads' | '/evidence/packs' | '/evidence/assessments') => ({
  queryKey: [...evidenceKey(storeId), path],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    get<Page<T>>(path, { storeId, query: { limit: 20, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<T>) => last.pagination.nextCursor ?? undefined,
})

export const headsQuery = (storeId: string) => infiniteQueryOptions(paged<Head>(storeId, '/evidence/heads'))

export const isUnderWay = ({ status }: Pick<Pack, 'status'>) => status === 'queued' || status === 'running'

export type ListedEntry = LedgerEntry & { leafHash: string }

const firstEntries = 5
const laterEntries = 20

export const entriesQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [...evidenceKey(storeId), 'entries'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<ListedEntry>>('/evidence/entries', {
        storeId,
        query: { limit: pageParam ? laterEntries : firstEntries, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

const watched = <T extends Pick<Pack, 'status'>>(storeId: string, path: '/evidence/packs' | '/evidence/assessments') =>
  infiniteQueryOptions({
    ...paged<T>(storeId, path),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isUnderWay)) ? 1_000 : false),
  })

export const packsQuery = (storeId: string) => watched<Pack>(storeId, '/evidence/packs')
export const assessmentsQuery = (storeId: string) => watched<Assessment>(storeId, '/evidence/assessments')

export const reviewProofQuery = (storeId: string, reviewId: string) =>
  queryOptions({
    queryKey: [...evidenceKey(storeId), 'review', reviewId],
    queryFn: ({ signal }) => get<ReviewProof>(`/evidence/reviews/${reviewId}`, { storeId, signal }),
  })

export const witnessesQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...evidenceKey(storeId), 'witnesses'],
    queryFn: ({ signal }) => get<{ data: ListedWitness[] }>('/evidence/witnesses', { storeId, signal }),
  })

export const makePack = (storeId: string, body: { from?: string; to?: string }) =>
  post<Pack>('/evidence/packs', { storeId, body })
/** Links expire within minutes, so each click creates a new link. */
export const readPack = (storeId: string, id: string) => get<Pack>(`/evidence/packs/${id}`, { storeId })

export const makeAssessment = (storeId: string, year: number) =>
  post<Assessment>('/evidence/assessments', { storeId, body: { year } })
export const readAssessment = (storeId: string, id: string) =>
  get<Assessment>(`/evidence/assessments/${id}`, { storeId })
