// Returns at most the first name and an initial, never a full name. Returns no name if the input is an email address, a
// number or empty.

import { fold } from './projection.ts'
import { redact } from './redact.ts'

export type DisplayName = { name: string; isAnonymous: boolean }

const anonymous: DisplayName = { name: 'Anonymous', isAnonymous: true }

export type NameReader = (authorName: string, email: string | null) => DisplayName

/** One cache per feed, discarded with it. Names repeat often, and parsing them is half of the work for a review. */
export function createNameReader(): NameReader {
  const known = new Map<string, NameReading>()
  const read = (authorName: string): NameReading => {
    const found = known.get(authorName)
    if (found) return found
    const made = reading(authorName)
    if (known.size >= maxKnown) known.clear()
    known.set(authorName, made)
    return made
  }
  return (authorName, email) => {
    const { name, folded, shown } = read(authorName)
    return isAddressLike(name, folded, email) ? anonymous : shown
  }
}

type NameReading = { name: string; folded: string; shown: DisplayName }

const maxKnown = 5_000

function reading(authorName: string): NameReading {
  const name = authorName.normalize('NFC').replace(invisible, '').trim()
  const folded = fold(name)
  return { name, folded, shown: anonymousWords.has(folded.trim()) ? anonymous : shortened(name) }
}

function shortened(name: string): DisplayName {
  const words = nameWords(name)
  const [first] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  if (first === undefined) return anonymous
  return { name: last === undefined ? first : `${first} ${initial(last)}.`, isAnonymous: false }
}

// Does not match joiners, because Persian and Indic names need them.
const invisible = /[^\P{Cc}\s]|[\p{Cs}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu

const anonymousWords = new Set(
  ['anonymous', 'anonym', 'anonyme', 'anonimo', 'anonimo/a', 'anoniem', 'guest', 'gast', 'customer', 'kunde', 'n/a']
    .concat(['匿名', '匿名希望', '名無し', 'مجهول', 'غير معروف', 'аноним'])
    .map(fold),
)

function isAddressLike(name: string, folded: string, email: string | null): boolean {
  if (name.includes('@') || redact(name, email) !== name) return true
  const local = fold(email?.split('@')[0] ?? '')
  // "jane.doe92" is the part of the address before the @, and is refused. "jane" is also a real name, so it is
  // accepted even if it equals that part.
  return local !== '' && folded === local && /[^\p{L}]/u.test(local)
}

const titles = new Set(
  ['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'herr', 'frau', 'mme', 'mlle', 'monsieur', 'madame', 'sr']
    .concat(['sra', 'srta', 'don', 'dona', 'dott', 'sig', 'dhr', 'mevr', 'ing', 'mag'])
    .map(fold),
)
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md', 'msc', 'bsc', 'ma', 'ba', 'esq'])

function nameWords(name: string): string[] {
  // "Doe, Jane" has the last name first.
  const parts = name.split(/[,،、，]/u)
  const ordered = parts.length === 2 && !isSuffix(parts[1] ?? '') ? `${parts[1]} ${parts[0]}` : parts.join(' ')
  const joined = /^\p{L}{2,}[._]\p{L}{2,}$/u.test(name) ? name.replace(/[._]/, ' ') : ordered
  const words = joined.split(/[\s・·]+/u).filter((word) => /\p{L}/u.test(word))
  while (words.length > 1 && titles.has(bare(words[0]))) words.shift()
  while (words.length > 1 && isSuffix(words.at(-1) ?? '')) words.pop()
  return words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}.]+$/gu, ''))
}

const isSuffix = (word: string) => suffixes.has(bare(word))
const bare = (word: string | undefined) => fold(word ?? '').replace(/[^\p{L}]/gu, '')

const unjoined = /^[A-Za-z\u00C0-\u024F\u0400-\u04FF](?:$|[!-~\u00C0-\u024F\u0400-\u0481\u048A-\u04FF])/

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

function initial(word: string): string {
  // Letters of these scripts do not combine with the next letter. Using the segmenter for them would dominate the run time.
  if (unjoined.test(word)) return capital(word.charAt(0))
  for (const { segment } of graphemes.segment(word)) {
    if (/\p{L}/u.test(segment)) return capital(segment)
  }
  return ''
}

/** Capitalises in scripts that write names with capitals; Georgian does not. "ß" stays, because it would become two letters. */
function capital(letter: string): string {
  const large = letter.toUpperCase()
  return cased.test(letter) && large.length === letter.length ? large : letter
}

const cased = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u
