import type { FieldColumns } from './fields.ts'

// Definition of a file format. Column names are normalised: lower case, without spaces, `_`, `.` and `-`.

export type DateOrder = 'dmy' | 'mdy'
export type ClaimedStatus = 'pending' | 'approved' | 'rejected' | 'spam'

export type Format = {
  /** Stable, since imports store it. */
  name: string
  label: string
  /** The platform of the reviews, and the namespace of their ids. */
  source: string
  /** A header with all of these, and one of `anyOf` if given, has this format. */
  required: readonly string[]
  anyColumn?: readonly string[]
  fields: FieldColumns
  /** Known columns that are skipped on purpose. They count in the detection. */
  ignored?: readonly string[]
  /** Order of `03/04/2024`, if the vendor declares it. */
  dateOrder?: DateOrder
  /** The best rating of the format; 5 unless declared. */
  ratingScale?: number
  /** The format's own status words, in addition to the common ones. */
  statusWords?: Readonly<Record<string, ClaimedStatus>>
  allowsEmptyBody?: boolean
  /** Our own export: names, places and ids are taken unchanged. */
  isOwn?: true
  /** False if ids are only unique in a file: two files may both count from 1. */
  hasStableIds?: boolean
}
