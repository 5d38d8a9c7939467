import { Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'
import { reviewFilters } from '../schema.ts'

const formats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof formats)[number]

export const ExportQuery = Type.Object({
  ...reviewFilters,
  format: Type.Optional(
    OneOf(formats, {
      default: 'csv',
      description: 'Format of the file: `csv` for spreadsheets, `jsonl` with one JSON object a line for programs.',
    }),
  ),
})
