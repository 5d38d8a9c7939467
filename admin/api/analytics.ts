import { queryOptions } from '@tanstack/react-query'
import type {
  EmailReport as EmailShape,
  LoyaltyReport as LoyaltyShape,
  WidgetReport as WidgetShape,
} from '../../server/resources/analytics/activity/schema.ts'
import type { Notifications as NotificationsShape } from '../../server/resources/analytics/attention/notice-schema.ts'
import type {
  Attention,
  PartHealth as HealthShape,
  AttentionItem as ItemShape,
} from '../../server/resources/analytics/attention/schema.ts'
import type { ModerationReport as ModerationShape } from '../../server/resources/analytics/moderation/schema.ts'
import type { ProductReport as ProductShape } from '../../server/resources/analytics/products/schema.ts'
import type { RequestReport as RequestShape } from '../../server/resources/analytics/requests/schema.ts'
import type { ReviewReport as ReviewShape } from '../../server/resources/analytics/reviews/schema.ts'
import type { Interval as IntervalShape } from '../../server/resources/analytics/schema.ts'
import type { TopicReport as TopicShape } from '../../server/resources/analytics/themes/topic-schema.ts'
import { download, get, put } from './client.ts'

export type Interval = IntervalShape
export type AttentionItem = ItemShape
export type PartHealth = HealthShape
export type Notifications = NotificationsShape
export type Reports = {
  reviews: ReviewShape
  moderation: ModerationShape
  requests: RequestShape
  products: ProductShape
  topics: TopicShape
  widgets: WidgetShape
  loyalty: LoyaltyShape
  email: EmailShape
}
export type ReportName = keyof Reports

export type ReportParameters = {
  from: string
  to: string
  interval?: Interval
  [more: string]: string | number | undefined
}

export const reportQuery = <N extends ReportName>(storeId: string, name: N, asked: ReportParameters) =>
  queryOptions({
    queryKey: [storeId, 'analytics', name, asked] as const,
    queryFn: ({ signal }) => get<Reports[N]>(`/analytics/${name}`, { storeId, query: asked, signal }),
  })

export const attentionQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'analytics', 'attention'] as const,
    queryFn: ({ signal }) => get<Attention>('/analytics/attention', { storeId, signal }),
    staleTime: 0,
  })

export const downloadReport = (storeId: string, name: ReportName, asked: ReportParameters) =>
  download(`/analytics/${name}`, { storeId, query: { ...asked, format: 'csv' } })

export const countingQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'analytics', 'settings'] as const,
    queryFn: ({ signal }) => get<{ widgetCounts: boolean }>('/analytics/settings', { storeId, signal }),
  })

export const saveCounting = (storeId: string, widgetCounts: boolean) =>
  put<{ widgetCounts: boolean }>('/analytics/settings', { storeId, body: { widgetCounts } })

export const notificationsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'analytics', 'notifications'] as const,
    queryFn: ({ signal }) => get<Notifications>('/analytics/notifications', { storeId, signal }),
  })

export const saveNotifications = (storeId: string, body: Notifications) =>
  put<Notifications>('/analytics/notifications', { storeId, body })
