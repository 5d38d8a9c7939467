import { parseChoice } from '../../shell/search-values.ts'
import { statusNames } from './names.ts'

export type WebPageSearch = { status?: keyof typeof statusNames | undefined }

export const readWebPageSearch = ({ status }: Record<string, unknown>): WebPageSearch => ({
  status: parseChoice(statusNames, status),
})
