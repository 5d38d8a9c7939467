import type { NewPlacement } from '../../../server/resources/placements/schema.ts'
import type { Placement } from '../../api/content/placements.ts'
import { instantOrNull, toLocal } from '../../components/values/dates.ts'

export type Draft = Pick<
  Placement,
  'name' | 'widget' | 'pageType' | 'selector' | 'insert' | 'locale' | 'translations'
> &
  Placement['rule'] & {
    subject: 'product' | 'shop'
    galleryId: string
    heading: string
    limit: string
    priority: string
    startsAt: string
    endsAt: string
  }

export const toDraft = (placement: Placement | undefined): Draft => ({
  name: placement?.name ?? '',
  widget: placement?.widget ?? 'reviews',
  pageType: placement?.pageType ?? 'product',
  selector: placement?.selector ?? '',
  insert: placement?.insert ?? 'after',
  productIds: placement?.rule.productIds ?? [],
  categoryIds: placement?.rule.categoryIds ?? [],
  excludeProductIds: placement?.rule.excludeProductIds ?? [],
  subject: placement?.settings.subject ?? 'product',
  galleryId: placement?.settings.galleryId ?? '',
  heading: placement?.settings.heading ?? '',
  limit: placement?.settings.limit?.toString() ?? '',
  priority: placement?.priority.toString() ?? '0',
  startsAt: toLocal(placement?.startsAt),
  endsAt: toLocal(placement?.endsAt),
  locale: placement?.locale ?? null,
  translations: placement?.translations ?? {},
})

export const toBody = (draft: Draft): NewPlacement => ({
  name: draft.name,
  widget: draft.widget,
  pageType: draft.pageType,
  selector: draft.selector,
  insert: draft.insert,
  rule: {
    productIds: draft.productIds,
    categoryIds: draft.categoryIds,
    excludeProductIds: draft.excludeProductIds,
  },
  settings: {
    galleryId: draft.widget === 'gallery' ? draft.galleryId || null : null,
    heading: draft.heading || null,
    limit: draft.limit === '' ? null : Number(draft.limit),
    subject: canBeOfShop(draft.widget) ? draft.subject : 'product',
  },
  priority: Number(draft.priority),
  startsAt: instantOrNull(draft.startsAt),
  endsAt: instantOrNull(draft.endsAt),
  locale: draft.locale,
  translations: draft.translations,
})

export const canBeOfShop = (widget: Draft['widget']): boolean =>
  ['reviews', 'badge', 'carousel', 'tab', 'review_form'].includes(widget)
