// Words in files that mean a status, "yes", "no" or an empty value. Case, accents, spaces, `_` and `-` are ignored in
// comparisons.
import type { ClaimedStatus } from '../vendors/format.ts'

const normaliseWord = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-–—'"’.]/g, '')

const words = (status: ClaimedStatus, list: string) => list.split(/\s+/).map((word) => [word, status] as const)

// A word for a decision against a review means `rejected`. Words for a hidden review and every plain "no" mean `pending`.
const commonStatusWords = new Map<string, ClaimedStatus>([
  ...words(
    'approved',
    `approved published publish active visible live accepted enabled ok public shown displayed online
     veroffentlicht freigegeben sichtbar publie approuve publicado aprobado pubblicato approvato gepubliceerd`,
  ),
  ...words(
    'pending',
    `pending notyet unpublished unapproved draft new hold held onhold awaiting awaitingmoderation inmoderation
     underreview inactive disabled offline private notpublished flagged reported disputed quarantined suspended
     entwurf ausstehend unveroffentlicht brouillon borrador pendiente bozza concept`,
  ),
  ...words(
    'rejected',
    `rejected declined disapproved denied refused hidden withheld archived archive trash trashed deleted removed blocked
     suppressed banned ausgeblendet versteckt archiviert geloscht abgelehnt masque cache archive supprime refuse
     oculto archivado eliminado rechazado nascosto`,
  ),
  ...words('spam', 'spam markedasspam isspam junk fake fraud indesirable'),
])

export function claimedStatus(
  value: string,
  ownWords: Readonly<Record<string, ClaimedStatus>> = {},
): ClaimedStatus | undefined {
  const word = normaliseWord(value)
  if (Object.hasOwn(ownWords, word)) return ownWords[word]
  return commonStatusWords.get(word) ?? (plainYes.has(word) ? 'approved' : isNo(value) ? 'pending' : undefined)
}

const plainYes = new Set(
  `true 1 10 yes y t on oui ja j si s sim x xx ✓ ✔ ☑ wahr vrai vero verdadero verdadeiro tak ano da waar kylla`.split(
    /\s+/,
  ),
)
const yesWords = new Set([...plainYes, ...'verified verifiedbuyer verifiedpurchase buyer'.split(' ')])

export const isYes = (value: string): boolean => yesWords.has(normaliseWord(value))

const noWords = new Set(
  `false 0 00 no n f off non nein nej nee nao não nie ne falsch faux falso onwaar ei ✗ ✘ ☐`.split(/\s+/),
)

export const isNo = (value: string): boolean => noWords.has(normaliseWord(value))

const nothings = new Set([
  '',
  'null',
  'nil',
  'none',
  'na',
  'n/a',
  '#n/a',
  'undefined',
  'nan',
  '[]',
  '{}',
  '()',
  '/',
  '?',
])

export const isNothing = (value: string): boolean =>
  nothings.has(normaliseWord(value)) || /^0{4}-0{2}-0{2}(?:[T\s][0:.Z]*)?$/.test(value.trim())
