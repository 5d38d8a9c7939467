import type { WebPageStatus } from '../../api/content/web-pages.ts'
import { parseChoice } from '../../shell/search-values.ts'

export const statusNames: Record<WebPageStatus, string> = { draft: 'Draft', published: 'Published' }

export type WebPageSearch = { status?: keyof typeof statusNames | undefined }

export const readWebPageSearch = ({ status }: Record<string, unknown>): WebPageSearch => ({
  status: parseChoice(statusNames, status),
})
