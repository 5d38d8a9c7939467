import { oneOf } from '../../shell/search-values.ts'

const kinds = { faqs: 'FAQs', products: 'Products' }

/** What the page is opened to bring in, where another page leads here for it. */
export type ImportsSearch = { kind?: keyof typeof kinds | undefined }

export const readImportsSearch = ({ kind }: Record<string, unknown>): ImportsSearch => ({ kind: oneOf(kinds, kind) })
