import { parseChoice } from '../../shell/search-values.ts'

export const views = { faqs: 'FAQs', questions: 'Questions' }

export type FaqSearch = { view?: keyof typeof views | undefined }

export const readFaqSearch = ({ view }: Record<string, unknown>): FaqSearch => ({ view: parseChoice(views, view) })
