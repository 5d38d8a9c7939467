import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Direction } from '#platform/values/wire.ts'
import type {
  Category as CategoryName,
  EmailMessage as EmailMessageShape,
  State,
} from '../../../server/resources/email/messages/schema.ts'
import type { EmailSending } from '../../../server/resources/email/sending/schema.ts'
import type {
  MailboxCleared,
  MailboxItem as MailboxItemShape,
  MailboxMessage as MailboxMessageShape,
} from '../../../server/resources/email/settings/mailbox-schema.ts'
import type { EmailSettings as EmailSettingsShape } from '../../../server/resources/email/settings/schema.ts'
import { get, type Page, post, put, remove } from '../client.ts'

export type EmailSettings = EmailSettingsShape
export type Message = EmailMessageShape
export type MessageState = State
export type Category = CategoryName
export type Sending = Static<typeof EmailSending>
export type MailboxItem = Static<typeof MailboxItemShape>
export type MailboxMessage = Static<typeof MailboxMessageShape>
export type MessageFilters = {
  state?: MessageState
  template?: string
  email?: string
  orderId?: string
  direction?: Direction
}

export const emailSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'email', 'settings'],
    queryFn: ({ signal }) => get<EmailSettings>('/email/settings', { storeId, signal }),
  })
export const updateEmailSettings = (storeId: string, body: Partial<EmailSettings>) =>
  put<EmailSettings>('/email/settings', { storeId, body })

export const sendingQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'email', 'sending'],
    queryFn: ({ signal }) => get<Sending>('/email/sending', { storeId, signal }),
  })
export const resumeSending = (storeId: string) => post<Sending>('/email/sending/resume', { storeId })

export const messagesKey = (storeId: string) => [storeId, 'email', 'messages'] as const
export const messagesQuery = (storeId: string, filters: MessageFilters) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey(storeId), filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Message>>('/email/messages', { storeId, query: { ...filters, limit: 30, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })
export const retryMessage = (storeId: string, id: string) => post<Message>(`/email/messages/${id}/retry`, { storeId })

export const mailboxKey = (storeId: string) => [storeId, 'email', 'mailbox'] as const
export const mailboxQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [...mailboxKey(storeId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<MailboxItem>>('/email/mailbox', { storeId, query: { limit: 40, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
    refetchInterval: 10_000,
  })
export const mailQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...mailboxKey(storeId), 'one', id],
    queryFn: ({ signal }) => get<MailboxMessage>(`/email/mailbox/${id}`, { storeId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const emptyMailbox = (storeId: string) => remove<Static<typeof MailboxCleared>>('/email/mailbox', { storeId })
