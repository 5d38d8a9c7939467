import type { FieldColumns } from './fields.ts'

// What makes a file format. Column names are normalised: lower case, without spaces, `_`, `.` and `-`.

export type DateOrder = 'dmy' | 'mdy'
export type ClaimedStatus = 'pending' | 'approved' | 'rejected' | 'spam'

export type Format = {
  /** Stable, stored with the import. */
  name: string
  /** For merchants. */
  label: string
  /** The platform the reviews come from, and the namespace of their ids. */
  source: string
  /** All of these, and (if given) one of `anyOf`, make a header this format's. */
  required: readonly string[]
  anyOf?: readonly string[]
  fields: FieldColumns
  /** Known and left out on purpose. They count towards recognising the format. */
  ignored?: readonly string[]
  /** How `03/04/2024` is meant, where the vendor says so. */
  dateOrder?: DateOrder
  /** The best rating of the format; 5 unless declared. */
  ratingScale?: number
  /** The format's own status words, on top of the common ones. */
  statusWords?: Readonly<Record<string, ClaimedStatus>>
  /** The platform collects ratings without any text. */
  allowsEmptyBody?: boolean
  /** Written by this service: names, places and ids are taken as they stand. */
  isOwn?: true
  /** False where ids are only as good as the file: two files may both count from 1. */
  hasStableIds?: boolean
}
