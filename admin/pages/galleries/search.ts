import type { GalleryStatus } from '../../api/content/galleries.ts'
import { parseChoice } from '../../shell/search-values.ts'

export const statusNames: Record<GalleryStatus, string> = { draft: 'Draft', published: 'Published' }

export type GallerySearch = { status?: keyof typeof statusNames | undefined }

export const readGallerySearch = ({ status }: Record<string, unknown>): GallerySearch => ({
  status: parseChoice(statusNames, status),
})

export const galleryViews = { photos: 'Photos', form: 'Form', leads: 'Leads' }
export type GalleryView = keyof typeof galleryViews
export type OneGallerySearch = { view?: GalleryView | undefined }

export const readOneGallerySearch = ({ view }: Record<string, unknown>): OneGallerySearch => ({
  view: parseChoice(galleryViews, view),
})
