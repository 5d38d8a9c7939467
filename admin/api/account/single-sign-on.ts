import { queryOptions } from '@tanstack/react-query'
import type {
  Domain as DomainShape,
  SingleSignOn as Shape,
  SingleSignOnSettings,
} from '../../../server/resources/orgs/single-sign-on/schema.ts'
import { get, post, put, remove } from '../client.ts'

export type SingleSignOn = Shape
export type SignOnDomain = DomainShape
export type SignOnSettings = SingleSignOnSettings

const path = '/orgs/single-sign-on'

export const singleSignOnQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'single-sign-on'],
    queryFn: ({ signal }) => get<SingleSignOn>(path, { storeId, signal }),
  })

export const saveSingleSignOn = (storeId: string, body: SignOnSettings) => put<SingleSignOn>(path, { storeId, body })
export const removeSingleSignOn = (storeId: string) => remove(path, { storeId })
export const testSingleSignOn = (storeId: string, next: string) =>
  post<{ url: string }>(`${path}/test`, { storeId, body: { next } })
export const addSignOnDomain = (storeId: string, domain: string) =>
  post<SignOnDomain>(`${path}/domains`, { storeId, body: { domain } })
export const verifySignOnDomain = (storeId: string, id: string) =>
  post<SignOnDomain>(`${path}/domains/${id}/verify`, { storeId })
export const removeSignOnDomain = (storeId: string, id: string) => remove(`${path}/domains/${id}`, { storeId })
