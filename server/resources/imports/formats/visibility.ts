import type { ClaimedStatus, Format } from '../vendors/format.ts'
import type { RawValues } from './problems.ts'
import { claimedStatus, isNo, isNothing } from './words.ts'

// The strictest statement counts in every format, so that an import never publishes a withheld review.

type VisibilityFact = { status: ClaimedStatus; isStated: boolean; unknown: string | undefined }

const strictness: Record<ClaimedStatus, number> = { approved: 0, pending: 1, rejected: 2, spam: 3 }

const list = (names: string): string[] => names.trim().split(/\s+/)

/** "Yes" and words for a visible review mean `approved`. "No" and unknown words do not. */
const statusColumns = new Set(
  list(`
  status state published publish curated approved visible visibility active enabled live shown displayed
  ispublished isapproved isvisible isactive isenabled islive moderation moderationstatus moderationstate
  publishstatus publicationstatus displaystatus approvalstatus`),
)

/** Every value except "no" and an empty value withholds the review, for example a date in `deleted_at`. */
const flagColumns = new Map<string, ClaimedStatus>([
  ...flags('spam', 'spam markedasspam junk fake fraudulent'),
  ...flags(
    'rejected',
    'hidden archived deleted trashed removed rejected declined withheld blocked suppressed banned softdeleted',
  ),
  ...flags('pending', 'draft pending flagged reported private disabled unpublished unapproved quarantined disputed'),
])

function flags(status: ClaimedStatus, names: string): [string, ClaimedStatus][] {
  return list(names).flatMap((name) =>
    [name, `is${name}`, `${name}at`, `${name}on`, `date${name}`].map(
      (each) => [each, status] as [string, ClaimedStatus],
    ),
  )
}

const plainName = (column: string): string => (column.startsWith('review') ? column.slice('review'.length) : column)

export const isVisibilityColumn = (column: string): boolean =>
  flagColumns.has(plainName(column)) || statusColumns.has(plainName(column))

export function readVisibility(
  values: RawValues,
  { fields, ignored = [], statusWords }: Pick<Format, 'fields' | 'ignored' | 'statusWords'>,
): VisibilityFact {
  const own = new Set(fields.status)
  const taken = new Set([...ignored, ...Object.values(fields).flat()])
  let said: VisibilityFact = { status: 'approved', isStated: false, unknown: undefined }
  for (const [column, cell] of Object.entries(values)) {
    if (!own.has(column) && (taken.has(column) || !isVisibilityColumn(column))) continue
    // A list, or a column that JSON spells in two ways, has one statement per line.
    for (const value of cell.split('\n'))
      said = stricter(said, readFact(column, value.trim(), own.has(column), statusWords))
  }
  return said.isStated ? said : { ...said, status: 'pending' }
}

function readFact(
  column: string,
  value: string,
  isOwn: boolean,
  statusWords: Format['statusWords'],
): { status: ClaimedStatus; unknown?: string } | undefined {
  if (isNothing(value)) return undefined
  const flag = isOwn ? undefined : flagColumns.get(plainName(column))
  if (flag) return isNo(value) ? undefined : { status: flag }
  const status = claimedStatus(value, statusWords)
  return status ? { status } : { status: 'pending', unknown: value }
}

function stricter(said: VisibilityFact, fact: ReturnType<typeof readFact>): VisibilityFact {
  if (!fact) return said
  const unknown = said.unknown ?? fact.unknown
  const isStricter = !said.isStated || strictness[fact.status] > strictness[said.status]
  return { status: isStricter ? fact.status : said.status, isStated: true, unknown }
}
