import type { FieldColumns } from './fields.ts'

// Definition of a file format. Column names are normalised: lower case, without spaces, `_`, `.` and `-`.

export type DateOrder = 'dmy' | 'mdy'
export type ClaimedStatus = 'pending' | 'approved' | 'rejected' | 'spam'

export type Format = {
  /** The name is stable, because imports store it. */
  name: string
  label: string
  /** The platform of the reviews, and the namespace of their ids. */
  source: string
  /** A file has this format if its header contains all these columns, and one of `anyColumn` if given. */
  required: readonly string[]
  anyColumn?: readonly string[]
  fields: FieldColumns
  /** Known columns that are skipped on purpose. They count as known when the format is detected. */
  ignored?: readonly string[]
  dateOrder?: DateOrder
  /** The best rating of the format. Defaults to 5. */
  ratingScale?: number
  statusWords?: Readonly<Record<string, ClaimedStatus>>
  allowsEmptyBody?: boolean
  /** Our own export: texts, authors' names, language tags and product ids are taken unchanged. */
  isOwn?: true
  /** False if ids are only unique in a file: two files may both count from 1. */
  hasStableIds?: boolean
}
