import { textIn } from '#platform/values/translations.ts'
import type { Insertion, PageType, Translation, Widget } from '../schema.ts'
import type { ShownPlacement, ShownPlacementFilters } from './schema.ts'

export type ShownRow = {
  id: string
  widget: Widget
  selector: string
  insert: Insertion
  galleryId: string | null
  heading: string | null
  limit: number | null
  subject: 'shop' | null
  locale: string | null
  translations: Record<string, Translation>
  isPublic: boolean
}

export const toShown = (row: ShownRow, reader: string | undefined): ShownPlacement => {
  const { id, widget, selector, insert, galleryId, limit, subject, isPublic } = row
  const heading = textIn(reader, row.heading, row.locale, (language) => row.translations[language]?.heading)
  const settings = { galleryId, heading, limit, ...(subject && { subject }) }
  return { id, widget, selector, insert, settings, ...(!isPublic && { preview: true }) }
}

export const featureByWidget: Partial<Record<Widget, string>> = { gallery: 'galleries', loyalty: 'loyalty' }

export const decidePageType = ({ pageType, platformProductId, categoryId }: ShownPlacementFilters): PageType =>
  pageType ?? (platformProductId ? 'product' : categoryId ? 'category' : 'other')
