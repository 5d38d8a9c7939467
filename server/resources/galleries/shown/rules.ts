import { toPage } from '#platform/calls/paging/page.ts'
import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { textIn } from '#platform/values/translations.ts'
import { type PictureRow, placeOf, toPicture } from '../items/rules.ts'
import type { Translation as ItemTranslation } from '../items/schema.ts'
import { type StoredForm, toShownForm } from '../lead-form/rules.ts'
import type { Layout, Translation } from '../schema.ts'
import type { ShownGallery, ShownGalleryFilters, ShownItem } from './schema.ts'

type GalleryContext = OwnPictures & { media: Media }

type ShownItemRow = PictureRow &
  Pick<ShownItem, 'id' | 'caption' | 'authorName' | 'incentive' | 'products'> & {
    position: number
    alt: string | null
    translations: Record<string, ItemTranslation>
  }

export type ShownRow = {
  id: string
  title: string | null
  description: string | null
  layout: Layout
  columns: number
  locale: string | null
  translations: Record<string, Translation>
  leadForm: StoredForm
  total: number | null
  items: ShownItemRow[]
}

export function toShown(row: ShownRow, filters: ShownGalleryFilters, own: GalleryContext): ShownGallery {
  const reader = filters.locale
  const text = (name: 'title' | 'description') =>
    textIn(reader, row[name], row.locale, (language) => row.translations[language]?.[name])
  const description = text('description')
  const { data, pagination } = toPage(
    row.items,
    filters,
    placeOf,
    (item) => toShownItem(item, row.locale, reader, own),
    filters.includeTotal ? row.total : undefined,
  )
  const { id, layout, columns } = row
  return {
    id,
    title: text('title'),
    descriptionHtml: description === null ? '' : renderMarkdown(description, own),
    layout,
    columns,
    items: data,
    pagination,
    leadForm: toShownForm(row.leadForm, row, reader),
  }
}

function toShownItem(
  item: ShownItemRow,
  locale: string | null,
  reader: string | undefined,
  { media }: GalleryContext,
): ShownItem {
  const text = (name: 'caption' | 'alt') =>
    textIn(reader, item[name], locale, (language) => item.translations[language]?.[name])
  const { id, width, height, authorName, incentive, products } = item
  return {
    id,
    ...toPicture(item, media, true),
    width,
    height,
    alt: text('alt') ?? '',
    caption: text('caption'),
    authorName,
    incentive,
    products,
  }
}
