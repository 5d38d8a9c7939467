import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  EmailTemplate as EmailTemplateShape,
  PreviewData as PreviewDataShape,
  Preview as PreviewShape,
  Queued,
  TemplateDraft as TemplateDraftShape,
  TemplateList,
} from '../../../server/resources/email/templates/schema.ts'
import type {
  EmailBranding as EmailBrandingShape,
  EmailBrandingUpdate,
} from '../../../server/resources/email-branding/schema.ts'
import type { NewUpload } from '../../../server/resources/uploads/schema.ts'
import { get, post, put, remove } from '../client.ts'

export type Template = EmailTemplateShape
export type TemplateSummary = Static<typeof TemplateList>['data'][number]
export type TemplateDraft = TemplateDraftShape
export type Preview = Static<typeof PreviewShape>
export type PreviewData = PreviewDataShape
export type Branding = EmailBrandingShape
export type BrandingChange = EmailBrandingUpdate

export const templatesKey = (storeId: string) => [storeId, 'email-templates'] as const

export const templatesQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...templatesKey(storeId), 'list'],
    queryFn: async ({ signal }) =>
      (await get<Static<typeof TemplateList>>('/email/templates', { storeId, signal })).data,
  })

const buildPath = (name: string) => `/email/templates/${encodeURIComponent(name)}`

export const templateQuery = (storeId: string, name: string, locale: string | undefined) =>
  queryOptions({
    queryKey: [...templatesKey(storeId), 'one', name, locale ?? ''],
    queryFn: ({ signal }) => get<Template>(buildPath(name), { storeId, query: { locale }, signal }),
    refetchOnWindowFocus: false,
  })
export const updateTemplate = (storeId: string, name: string, locale: string, body: TemplateDraft) =>
  put<Template>(buildPath(name), { storeId, query: { locale }, body })
export const resetTemplate = (storeId: string, name: string, locale: string) =>
  remove(buildPath(name), { storeId, query: { locale } })

export type PreviewOf = {
  name: string
  locale?: string
  draft?: TemplateDraft
  branding?: BrandingChange
  data?: PreviewData
}
export const previewQuery = (storeId: string, { name, ...body }: PreviewOf) =>
  queryOptions({
    queryKey: [...templatesKey(storeId), 'preview', name, body],
    queryFn: ({ signal }) => post<Preview>(`${buildPath(name)}/preview`, { storeId, body, signal }),
    // Each keystroke adds a cache entry, so unused entries expire after 30 seconds.
    gcTime: 30_000,
  })
export const testTemplate = (storeId: string, { name, ...body }: PreviewOf & { to: string }) =>
  post<Static<typeof Queued>>(`${buildPath(name)}/test`, { storeId, body })

export const brandingQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'email-branding'],
    queryFn: ({ signal }) => get<Branding>('/email-branding', { storeId, signal }),
    refetchOnWindowFocus: false,
  })
export const updateBranding = (storeId: string, body: BrandingChange) =>
  put<Branding>('/email-branding', { storeId, body })

export const uploadPicture = (storeId: string, file: File) => post<NewUpload>('/uploads', { storeId, file })
