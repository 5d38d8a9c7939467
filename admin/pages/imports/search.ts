import { parseChoice } from '../../shell/search-values.ts'

const kinds = { faqs: 'FAQs', products: 'Products', orders: 'Orders' }

export type ImportsSearch = { kind?: keyof typeof kinds | undefined }

export const readImportsSearch = ({ kind }: Record<string, unknown>): ImportsSearch => ({
  kind: parseChoice(kinds, kind),
})
