/** Marks the place of a removed name or address. It needs no translation, and separates the words around it. */
const mark = '[…]'

export const anonymousName = 'Anonymous'

export type Person = { email: string; name: string }

/** Removes the address in its usual notations, the name, and each word of the name. */
export function redactPerson(text: string, person: Person): string {
  const composed = text.normalize('NFC')
  const left = buildPatterns(person).reduce((rest, pattern) => rest.replace(pattern, mark), composed)
  return left === composed ? text : left
}

function buildPatterns({ email, name }: Person): RegExp[] {
  const words = name
    .normalize('NFC')
    .split(/[\s,.·・_-]+/u)
    .filter((word) => /\p{L}.*\p{L}/u.test(word))
  return [
    new RegExp(addressSource(email.normalize('NFC')), 'giu'),
    ...(words.length > 1
      ? [new RegExp(bounded(words.map(escaped).join('[\\s,.·・_-]{1,3}'), words.join('')), 'giu')]
      : []),
    ...words.map((word) => new RegExp(bounded(wordSource(word), word), 'gu')),
  ]
}

/** Matches `jane(at)example.com`, `jane at example dot com` and `jane [at] example [dot] com`. */
function addressSource(email: string): string {
  const spelled = { '@': 'at', '.': 'dot' } as Record<string, string>
  return [...email]
    .map((character) => {
      const word = spelled[character]
      const plain = escaped(character)
      return word ? `(?:\\s{0,2}${plain}\\s{0,2}|\\s{0,2}[(\\[{<]\\s?${word}\\s?[)\\]}>]\\s{0,2}|\\s${word}\\s)` : plain
    })
    .join('')
}

/** Matches case-sensitively, so that the name Rose is removed but the word "rose" is not. */
function wordSource(word: string): string {
  const [initial = '', ...rest] = word
  const initials = new Set([initial, initial.toUpperCase()])
  return `(?:${[...initials].map(escaped).join('|')})(?i:${escaped(rest.join(''))})`
}

// These scripts use no spaces, so names have no word boundary: for example, さん follows a name directly.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const bounded = (source: string, word: string) =>
  unspaced.test(word) ? source : `(?<![\\p{L}\\p{N}\\p{M}])${source}(?![\\p{L}\\p{N}\\p{M}])`

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
