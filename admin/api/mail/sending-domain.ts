import { queryOptions } from '@tanstack/react-query'
import type {
  ChosenDomain,
  SendingDomain as SendingDomainShape,
  SendingRecord as SendingRecordShape,
  SendingSettings,
} from '../../../server/resources/sending-domain/schema.ts'
import { get, patch, post, remove } from '../client.ts'

export type SendingDomain = SendingDomainShape
export type SendingRecord = SendingRecordShape

export const sendingDomainQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'sending-domain'],
    queryFn: ({ signal }) => get<SendingDomain>('/sending-domain', { storeId, signal }),
  })

export const chooseDomain = (storeId: string, body: ChosenDomain) =>
  post<SendingDomain>('/sending-domain', { storeId, body })
export const changeSender = (storeId: string, body: SendingSettings) =>
  patch<SendingDomain>('/sending-domain/settings', { storeId, body })
export const verifyDomain = (storeId: string) => post<SendingDomain>('/sending-domain/verify', { storeId })
export const rotateDomainKey = (storeId: string) => post<SendingDomain>('/sending-domain/rotate', { storeId })
export const removeDomain = (storeId: string) => remove('/sending-domain', { storeId })
