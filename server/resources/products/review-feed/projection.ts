// Normalises text as a person or mail program would read it, and maps every character to its range in the original.

/** One normalised form of a text. Unit `i` comes from `[from[i], to[i])` of the original. */
export type Reading = { text: string; from: number[]; to: number[] }

// Addresses that are escaped twice occur in practice (`&amp;#64;`), so up to four levels are decoded.
const decodingPasses = 4

/**
 * Every level of decoding is returned, because an address may contain text that looks like an escape (`50%41@example.com`).
 */
export function readings(text: string): Reading[] {
  let current = asItStands(text)
  const found = [folded(current)]
  for (let pass = 0; pass < decodingPasses; pass++) {
    const next = decoded(current)
    if (next === null) break
    current = next
    found.push(folded(current))
  }
  return found
}

/** Maps all forms of a letter to one: ignores case, width, style, accents and invisible characters. */
export function fold(text: string): string {
  // A full fold takes 5 µs, and each review needs several. Plain text needs only lower case and single spaces.
  return /[^ -~]/.test(text) ? folded(asItStands(text)).text : text.toLowerCase().replace(/ {2,}/g, ' ')
}

function asItStands(text: string): Reading {
  const from = Array.from(text, () => 0)
  from.length = text.length
  for (let index = 0; index < text.length; index++) from[index] = index
  return { text, from, to: from.map((index) => index + 1) }
}

// Matches combining marks too, because one accent must not hide an address. Also matches the characters that the feed
// removes, because the text around them must not join into an address.
const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
const space = /[\s\p{Z}\u2800]/u

function folded(source: Reading): Reading {
  const units: string[] = []
  const from: number[] = []
  const to: number[] = []
  let index = 0
  for (const character of source.text) {
    const start = source.from[index] ?? 0
    index += character.length
    const end = source.to[index - 1] ?? start
    for (const part of foldedCharacter(character)) {
      // Collapses spaces, so patterns can match "a space or none" in linear time.
      if (part === ' ' && units.at(-1) === ' ') {
        to[to.length - 1] = end
        continue
      }
      for (const unit of part.split('')) {
        units.push(unit)
        from.push(start)
        to.push(end)
      }
    }
  }
  return { text: units.join(''), from, to }
}

function foldedCharacter(character: string): string[] {
  if (character >= 'a' && character <= 'z') return [character]
  if (space.test(character)) return [' ']
  const parts: string[] = []
  for (const part of character.normalize('NFKD').toUpperCase().toLowerCase()) {
    if (space.test(part)) parts.push(' ')
    // Domain names may use the full stop of Chinese and Japanese.
    else if (part === '\u3002') parts.push('.')
    else if (!unseen.test(part)) parts.push(part)
  }
  return parts
}

const escapes = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,20})(?=;));?|((?:%[\dA-Fa-f]{2})+)/g

function decoded(source: Reading): Reading | null {
  const units: string[] = []
  const from: number[] = []
  const to: number[] = []
  let rest = 0
  const copy = (end: number) => {
    for (; rest < end; rest++) put(source.text[rest] ?? '', rest, rest + 1)
  }
  const put = (text: string, start: number, end: number) => {
    for (const unit of text.split('')) {
      units.push(unit)
      from.push(source.from[start] ?? 0)
      to.push(source.to[end - 1] ?? 0)
    }
  }
  let hasEscapes = false
  for (const match of source.text.matchAll(escapes)) {
    const pieces = match[4] ? percentPieces(match[4]) : entityPieces(match)
    if (pieces === null) continue
    hasEscapes = true
    copy(match.index)
    for (const piece of pieces) {
      put(piece.text, rest, rest + piece.length)
      rest += piece.length
    }
  }
  if (!hasEscapes) return null
  copy(source.text.length)
  return { text: units.join(''), from, to }
}

type Piece = { text: string; length: number }

const named: Record<string, string> = {
  ...{ commat: '@', period: '.', amp: '&', lowbar: '_', hyphen: '-', dash: '-', plus: '+', num: '#', percnt: '%' },
  ...{ colon: ':', sol: '/', bsol: '\\', quest: '?', equals: '=', apos: "'", quot: '"', lt: '<', gt: '>', excl: '!' },
  ...{ lpar: '(', rpar: ')', lbrack: '[', rbrack: ']', lsqb: '[', rsqb: ']', lbrace: '{', rbrace: '}', ast: '*' },
  ...{ nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', Tab: ' ', NewLine: ' ', shy: '', zwj: '', zwnj: '' },
  ...{ ZeroWidthSpace: '', NoBreak: '', InvisibleTimes: '', InvisibleComma: '', lrm: '', rlm: '' },
}

function entityPieces(match: RegExpExecArray): Piece[] | null {
  const [all, decimal, hex, name] = match
  if (name !== undefined) {
    const text = Object.hasOwn(named, name) ? named[name] : undefined
    return text === undefined ? null : [{ text, length: all.length }]
  }
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16)
  return code > 0x10ffff ? null : [{ text: String.fromCodePoint(code), length: all.length }]
}

function percentPieces(run: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < run.length; ) {
    const lead = Number.parseInt(run.slice(at + 1, at + 3), 16)
    const bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    const text = utf8(run.slice(at, at + bytes * 3))
    pieces.push(text === null ? { text: String.fromCharCode(lead), length: 3 } : { text, length: bytes * 3 })
    at += pieces.at(-1)?.length ?? 3
  }
  return pieces
}

function utf8(run: string): string | null {
  try {
    return decodeURIComponent(run)
  } catch {
    // The bytes are not valid UTF-8. The caller then reads the first one as Latin-1.
    return null
  }
}
