import { textIn } from '../../shell/search-values.ts'

export const readTemplateSearch = ({ locale }: Record<string, unknown>): { locale?: string } => ({
  locale: textIn(locale),
})
