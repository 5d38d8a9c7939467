import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  Question as QuestionShape,
  QuestionStatus as QuestionStatusShape,
} from '../../../server/resources/faqs/questions/schema.ts'
import type { FaqChanges, Faq as FaqShape, NewFaq, Status } from '../../../server/resources/faqs/schema.ts'
import { get, type Page, patch, post, put, remove } from '../client.ts'

export type Faq = FaqShape
export type FaqBody = NewFaq
export type FaqStatus = Status
export type FaqQuestion = QuestionShape
export type QuestionStatus = QuestionStatusShape

export const faqsKey = (storeId: string) => [storeId, 'faqs'] as const

const paged = <T>(storeId: string, path: string, filters: Record<string, string | undefined>, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...faqsKey(storeId), path, filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { ...filters, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const faqsQuery = (storeId: string, filters: { q?: string | undefined; status?: FaqStatus | undefined }) =>
  paged<Faq>(storeId, '/faqs', filters, 100)

export const questionsQuery = (storeId: string, filters: { status?: QuestionStatus | undefined }) =>
  paged<FaqQuestion>(storeId, '/faqs/questions', filters, 50)

export const openQuestionsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...faqsKey(storeId), 'open questions'],
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', limit: 1, includeTotal: true }
      const { pagination } = await get<Page<FaqQuestion>>('/faqs/questions', { storeId, query, signal })
      return pagination.total ?? 0
    },
  })

export const createFaq = (storeId: string, body: NewFaq) => post<Faq>('/faqs', { storeId, body })
export const duplicateFaq = (storeId: string, faq: Faq, question: string) => {
  const { answer, group, productIds, categoryIds, locale, translations } = faq
  return createFaq(storeId, { question, answer, group, productIds, categoryIds, locale, translations })
}
export const changeFaq = (storeId: string, id: string, body: FaqChanges) => patch<Faq>(`/faqs/${id}`, { storeId, body })
export const removeFaq = (storeId: string, id: string) => remove(`/faqs/${id}`, { storeId })
export const orderFaqs = (storeId: string, ids: string[]) => put('/faqs/order', { storeId, body: { ids } })

export const answerQuestion = (
  storeId: string,
  id: string,
  body: { question?: string; answer?: string; faqId?: string },
) => post<Faq>(`/faqs/questions/${id}/answer`, { storeId, body })
export const changeQuestion = (storeId: string, id: string, status: QuestionStatus) =>
  patch<FaqQuestion>(`/faqs/questions/${id}`, { storeId, body: { status } })
