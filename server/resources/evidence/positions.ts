import { decodeCursor, type PageRequest } from '#platform/calls/paging/page.ts'
import { invalidField } from '#platform/values/errors.ts'

export function decodeNumber({ cursor }: PageRequest): number | undefined {
  const position = decodeCursor(cursor)
  if (!position) return undefined
  if (position.at.includes('T') || position.rank !== undefined)
    throw invalidField('/cursor', 'is not a cursor of this list')
  return Number(position.at)
}

/** `id` is the id of the list's owner, because a cursor must contain an id and the rows have none. */
export const positionAt = (number: number, id: string) => ({ at: String(number), id })
