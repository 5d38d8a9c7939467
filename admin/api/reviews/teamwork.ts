import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  ReviewNote as NoteShape,
  ReviewAssignee,
  ReviewTeamwork,
} from '../../../server/resources/reviews/inbox/note-schema.ts'
import { get, post, put, remove } from '../client.ts'

export type ReviewNote = NoteShape
export type Teamwork = Static<typeof ReviewTeamwork>

export const teamworkQuery = (storeId: string, reviewId: string) =>
  queryOptions({
    queryKey: [storeId, 'review-teamwork', reviewId],
    queryFn: ({ signal }) => get<Teamwork>(`/reviews/${reviewId}/notes`, { storeId, signal }),
  })

export const addNote = (storeId: string, reviewId: string, body: string) =>
  post<ReviewNote>(`/reviews/${reviewId}/notes`, { storeId, body: { body } })
export const deleteNote = (storeId: string, reviewId: string, noteId: string) =>
  remove(`/reviews/${reviewId}/notes/${noteId}`, { storeId })
export const assignReview = (storeId: string, reviewId: string, userId: string | null) =>
  put<{ assignee: ReviewAssignee | null }>(`/reviews/${reviewId}/assignee`, { storeId, body: { userId } })
