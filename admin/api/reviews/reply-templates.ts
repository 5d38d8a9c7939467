import { queryOptions } from '@tanstack/react-query'
import type {
  NewReplyTemplate,
  ReplyTemplateChanges,
  ReplyTemplate as TemplateShape,
} from '../../../server/resources/reviews/inbox/template-schema.ts'
import { readAll } from '../account/account.ts'
import { patch, post, remove } from '../client.ts'

export type ReplyTemplate = TemplateShape

export const replyTemplatesKey = (storeId: string) => [storeId, 'reply-templates'] as const

export const replyTemplatesQuery = (storeId: string) =>
  queryOptions({
    queryKey: replyTemplatesKey(storeId),
    queryFn: async ({ signal }) => {
      const templates = await readAll<ReplyTemplate>('/reviews/reply-templates', { storeId, signal })
      return templates.sort((a, b) => a.title.localeCompare(b.title))
    },
    staleTime: 60_000,
  })

export const createReplyTemplate = (storeId: string, body: NewReplyTemplate) =>
  post<ReplyTemplate>('/reviews/reply-templates', { storeId, body })
export const updateReplyTemplate = (storeId: string, id: string, body: ReplyTemplateChanges) =>
  patch<ReplyTemplate>(`/reviews/reply-templates/${id}`, { storeId, body })
export const deleteReplyTemplate = (storeId: string, id: string) =>
  remove(`/reviews/reply-templates/${id}`, { storeId })
