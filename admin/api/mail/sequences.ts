import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Run as RunShape } from '../../../server/resources/email-sequences/runs/schema.ts'
import type {
  NewSequence,
  SentStep,
  SequenceChanges,
  Sequence as SequenceShape,
  Stats as StatsShape,
  Status,
} from '../../../server/resources/email-sequences/schema.ts'
import type {
  PreviewRequest,
  Preview as PreviewShape,
  Simulation as SimulationShape,
} from '../../../server/resources/email-sequences/trying/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Sequence = SequenceShape
export type SequenceStatus = Status
export type SequenceStep = SentStep
export type SequenceBody = NewSequence
export type SequenceRun = RunShape
export type SequenceStats = StatsShape
export type SequenceMail = PreviewRequest['mail']
export type MailPreview = Static<typeof PreviewShape>
export type Simulation = SimulationShape
export type SequenceAct = 'publish' | 'pause' | 'resume' | 'archive'

export const sequencesKey = (storeId: string) => [storeId, 'email-sequences'] as const

const paged = <T>(storeId: string, path: string, filters: Record<string, string | undefined>) =>
  infiniteQueryOptions({
    queryKey: [...sequencesKey(storeId), path, filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { ...filters, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const sequencesQuery = (storeId: string, filters: { status?: SequenceStatus | undefined }) =>
  paged<Sequence>(storeId, '/email-sequences', filters)

export const sequenceQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(storeId), id],
    queryFn: ({ signal }) => get<Sequence>(`/email-sequences/${id}`, { storeId, signal }),
  })

export const runsQuery = (storeId: string, id: string, filters: { email?: string | undefined }) =>
  paged<SequenceRun>(storeId, `/email-sequences/${id}/runs`, filters)

export const sequenceStatsQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(storeId), id, 'stats'],
    queryFn: ({ signal }) => get<SequenceStats>(`/email-sequences/${id}/stats`, { storeId, signal }),
  })

export const createSequence = (storeId: string, body: NewSequence) =>
  post<Sequence>('/email-sequences', { storeId, body })
export const duplicateSequence = (storeId: string, { trigger, steps, exitOn, goal, consent }: Sequence, name: string) =>
  createSequence(storeId, { name, trigger, steps, exitOn, goal, consent })
export const changeSequence = (storeId: string, id: string, body: SequenceChanges) =>
  patch<Sequence>(`/email-sequences/${id}`, { storeId, body })
export const removeSequence = (storeId: string, id: string) => remove(`/email-sequences/${id}`, { storeId })
export const actOnSequence = (storeId: string, id: string, act: SequenceAct) =>
  post<Sequence>(`/email-sequences/${id}/${act}`, { storeId })
export const exitRun = (storeId: string, id: string, runId: string) =>
  post<SequenceRun>(`/email-sequences/${id}/runs/${runId}/exit`, { storeId })

export const mailPreviewQuery = (storeId: string, body: PreviewRequest) =>
  queryOptions({
    queryKey: [...sequencesKey(storeId), 'preview', body],
    queryFn: ({ signal }) => post<MailPreview>('/email-sequences/preview', { storeId, body, signal }),
    // Each keystroke adds a cache entry, so unused entries expire after 30 seconds.
    gcTime: 30_000,
    retry: false,
  })

export const simulationQuery = (storeId: string, id: string, orderId: string) =>
  queryOptions({
    queryKey: [...sequencesKey(storeId), id, 'simulation', orderId],
    queryFn: ({ signal }) =>
      post<Simulation>(`/email-sequences/${id}/simulate`, { storeId, body: { orderId }, signal }),
    gcTime: 0,
  })
