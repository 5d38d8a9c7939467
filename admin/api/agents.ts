import { queryOptions } from '@tanstack/react-query'
import type { RatingsAnswer, ReviewsAnswer } from '../../server/resources/agents/answers/schema.ts'
import type { AgentSettings as SettingsShape, Switches } from '../../server/resources/agents/schema.ts'
import { ApiError, get, put } from './client.ts'
import type { Refusal } from './refusals.ts'

export type AgentSettings = SettingsShape
export type ProductRatings = RatingsAnswer['data'][number]

export const agentSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'agents', 'settings'],
    queryFn: ({ signal }) => get<AgentSettings>('/connectors/agents', { storeId, signal }),
  })

export const changeAgentSettings = (storeId: string, body: Partial<Switches>) =>
  put<AgentSettings>('/connectors/agents', { storeId, body })

/** Requests the public URL as an agent does: without the session. */
async function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { credentials: 'omit', cache: 'no-store', signal })
  const body: unknown = await response.json()
  if (!response.ok) throw new ApiError(response.status, body as Refusal, response.headers.get('retry-after'))
  return body as T
}

const door = (storeId: string) => `/agents/${storeId}`

export const seenRatingsQuery = (storeId: string, platformProductId: string) =>
  queryOptions({
    queryKey: [storeId, 'agents', 'ratings', platformProductId],
    queryFn: ({ signal }) =>
      ask<RatingsAnswer>(`${door(storeId)}/ratings?${new URLSearchParams({ platformProductId })}`, signal),
  })

export const seenReviewsQuery = (storeId: string, platformProductId: string) =>
  queryOptions({
    queryKey: [storeId, 'agents', 'reviews', platformProductId],
    queryFn: ({ signal }) =>
      ask<ReviewsAnswer>(`${door(storeId)}/reviews?${new URLSearchParams({ platformProductId, limit: '3' })}`, signal),
  })

export const ucpVersions = ['2026-08-25', '2026-04-08'] as const
export type UcpVersion = (typeof ucpVersions)[number]
type Profile = { ucp: { services: object; capabilities: object } }

export const ucpProfileQuery = (storeId: string, version: UcpVersion) =>
  queryOptions({
    queryKey: [storeId, 'agents', 'ucp', version],
    queryFn: ({ signal }) => ask<Profile>(`${door(storeId)}/ucp.json?version=${version}`, signal),
    retry: false,
  })
