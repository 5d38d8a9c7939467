import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { type Caller, seesMerchantAddresses } from '#platform/identity/caller.ts'
import { parseTag, readTranslations, someText, translationsText } from '#platform/values/translations.ts'
import type { DisabledReason } from '#resources/outbound-webhooks/schema.ts'
import { type PictureRow, toPicture } from './items/rules.ts'
import { changedForm, completeForm, type FormSettings, type StoredForm } from './lead-form/rules.ts'
import type { Gallery, GalleryChanges, Layout, NewGallery, SetGallery, Status, Translation } from './schema.ts'

export type Content = {
  name: string
  title: string | null
  description: string | null
  layout: Layout
  columns: number
  status: Status
  locale: string | null
  translations: Record<string, Translation>
  leadForm: FormSettings
}

/** A picture that shoppers may see has a permanent address. Any other picture has a signed address. */
export type FirstPicture = PictureRow & { isPublic: boolean }

export type StoredGallery = Omit<GalleryRow, 'leadForm'> & { leadForm: StoredForm }

export type GalleryRow = Content & {
  id: string
  webhook: { url: string; disabledReason: DisabledReason | null } | null
  itemCount: number
  placementCount: number
  webPageCount: number
  firstPictures: FirstPicture[]
  uses: Gallery['uses']
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

export const fromStored = (row: StoredGallery): GalleryRow => ({ ...row, leadForm: completeForm(row.leadForm) })

export function toSeenGallery(row: GalleryRow, own: OwnMedia, caller: Pick<Caller, 'role'>): Gallery {
  const gallery = toGallery(row, own)
  if (seesMerchantAddresses(caller)) return gallery
  return { ...gallery, leadForm: { ...gallery.leadForm, notificationEmail: null } }
}

type OwnMedia = OwnPictures & { media: Media }

const toGallery = ({ webhook, firstPictures, ...row }: GalleryRow, own: OwnMedia): Gallery => ({
  ...row,
  firstPictures: firstPictures.map((each) => {
    const { cardUrl, url } = toPicture(each, own.media, each.isPublic)
    return cardUrl ?? url
  }),
  descriptionHtml: row.description === null ? '' : renderMarkdown(row.description, own),
  leadForm: {
    ...row.leadForm,
    webhookUrl: webhook?.url ?? null,
    webhookDisabledReason: webhook?.disabledReason ?? null,
  },
})

export function toSetGallery(row: GalleryRow, own: OwnMedia, webhookSecret: string | undefined): SetGallery {
  const gallery = toGallery(row, own)
  return { ...gallery, leadForm: { ...gallery.leadForm, ...(webhookSecret !== undefined && { webhookSecret }) } }
}

export const toContent = (gallery: NewGallery): Content => ({
  name: gallery.name.trim(),
  title: someText(gallery.title),
  description: someText(gallery.description),
  layout: gallery.layout ?? 'grid',
  columns: gallery.columns ?? 3,
  status: gallery.status ?? 'draft',
  locale: gallery.locale == null ? null : parseTag(gallery.locale, '/locale'),
  translations: readTranslations(gallery.translations),
  leadForm: completeForm(gallery.leadForm),
})

/** Omitted fields do not change, neither in the gallery nor in its form. `translations` are replaced completely. */
export const changedContent = (row: Content, { updatedAt: _, leadForm, ...changes }: GalleryChanges): Content =>
  toContent({ ...row, ...changes, leadForm: changedForm(row.leadForm, leadForm) })

const fields = ['name', 'title', 'description', 'layout', 'columns', 'status', 'locale'] as const

export const isSame = (one: Content, other: Content): boolean =>
  fields.every((field) => one[field] === other[field]) &&
  translationsText(one.translations) === translationsText(other.translations) &&
  JSON.stringify(one.leadForm) === JSON.stringify(other.leadForm)
