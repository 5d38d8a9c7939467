// Where a page of a list begins that is sorted by a number: of entries, or of the sizes that were signed.

import { decodeCursor, type PageRequest } from '#platform/calls/paging/page.ts'
import { invalidField } from '#platform/values/errors.ts'

/** The number after which the page begins; undefined for the first. */
export function numberOf({ cursor }: PageRequest): number | undefined {
  const position = decodeCursor(cursor)
  if (!position) return undefined
  if (position.at.includes('T') || position.rank !== undefined)
    throw invalidField('/cursor', 'is not a cursor of this list')
  return Number(position.at)
}

/** `id`: whose list it is, since a cursor has one. */
export const positionAt = (number: number, id: string) => ({ at: String(number), id })
