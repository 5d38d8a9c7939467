import { parseChoice, textIn } from '../../shell/search-values.ts'
import { statusNames } from './statuses.ts'

export type SequencesSearch = { status?: keyof typeof statusNames | undefined }

export const readSequencesSearch = ({ status }: Record<string, unknown>): SequencesSearch => ({
  status: parseChoice(statusNames, status),
})

export const views = { steps: 'Steps', people: 'People', results: 'Results' } as const

export type SequenceSearch = { view?: keyof typeof views | undefined; email?: string | undefined }

export const readSequenceSearch = ({ view, email }: Record<string, unknown>): SequenceSearch => ({
  view: parseChoice(views, view),
  email: textIn(email),
})
