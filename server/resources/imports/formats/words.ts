// The words files use for a status or a yes. Compared without case, spaces, `_` and `-`.
import type { ClaimedStatus } from './vendors/format.ts'

const normaliseWord = (value: string): string => value.toLowerCase().replace(/[\s_-]/g, '')

const words = (status: ClaimedStatus, list: string) => list.split(' ').map((word) => [word, status] as const)

// A word for a decision against a review is `rejected`. A word that only says it is not shown, and every
// plain "no", is `pending`: the file does not say whether a decision was made.
const commonStatusWords = new Map<string, ClaimedStatus>([
  ...words('approved', 'approved published publish active visible live accepted enabled ok true 1 yes'),
  ...words('pending', 'pending notyet unpublished unapproved draft new hold held awaiting inactive false 0 no'),
  ...words('rejected', 'rejected declined disapproved denied hidden archived trash trashed deleted removed'),
  ...words('spam', 'spam markedasspam'),
])

export function claimedStatus(
  value: string,
  ownWords: Readonly<Record<string, ClaimedStatus>> = {},
): ClaimedStatus | undefined {
  const word = normaliseWord(value)
  return Object.hasOwn(ownWords, word) ? ownWords[word] : commonStatusWords.get(word)
}

const yesWords = new Set(
  'true 1 yes y t on oui ja si sí sim x verified verifiedbuyer verifiedpurchase buyer'.split(' '),
)

export const isYes = (value: string): boolean => yesWords.has(normaliseWord(value))

const noWords = new Set('false 0 no n f off non nein'.split(' '))

export const isNo = (value: string): boolean => noWords.has(normaliseWord(value))
