// TypeScript 7 has no parser for JavaScript callers, so this scanner finds strings and comments itself.

export type Piece = { kind: 'comment' | 'string'; line: number; text: string; before: string }

const lineComment = /\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/y
const blockComment = /\/\*[\s\S]*?\*\//y
const quoted = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"/y
const regularExpression = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y

export function scanCode(text: string): Piece[] {
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], at: number, found: string) => {
    pieces.push({ kind, line: lineAt(text, at), text: found, before: text.slice(Math.max(0, at - 200), at) })
  }
  const matchAt = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }

  /** Returns the index after the last character that was read. Inside a template it stops after the closing brace. */
  const readCode = (from: number, isInTemplate: boolean): number => {
    let depth = 0
    let at = from
    while (at < text.length) {
      const character = text[at]
      const comment = character === '/' ? (commentAt(at) ?? matchRegularExpression(at)) : null
      const literal = character === "'" || character === '"' ? matchAt(quoted, at) : null
      if (comment) {
        if (/^\/[/*]/.test(comment[0])) add('comment', at, withoutMarks(comment[0]))
        at += comment[0].length
      } else if (literal) {
        add('string', at, (literal[1] ?? literal[2] ?? '').replace(/\\(['"])/g, '$1'))
        at += literal[0].length
      } else if (character === '`') {
        at = readTemplate(at)
      } else {
        if (character === '{') depth += 1
        if (character === '}') depth -= 1
        at += 1
        if (isInTemplate && depth < 0) return at
      }
    }
    return at
  }

  const readTemplate = (from: number): number => {
    let literal = ''
    let at = from + 1
    while (at < text.length && text[at] !== '`') {
      if (text.startsWith('${', at)) {
        literal += '…'
        at = readCode(at + 2, true)
      } else {
        const length = text[at] === '\\' ? 2 : 1
        literal += text.slice(at, at + length)
        at += length
      }
    }
    add('string', from, literal)
    return at + 1
  }

  const commentAt = (at: number) =>
    text[at - 1] === ':' ? null : (matchAt(lineComment, at) ?? matchAt(blockComment, at))

  /** A slash after a value is a division, not a regular expression. */
  const matchRegularExpression = (at: number) =>
    /(?:[(,=:[!&|?{;]|=>|\breturn|\n)\s*$/.test(text.slice(Math.max(0, at - 40), at))
      ? matchAt(regularExpression, at)
      : null

  readCode(0, false)
  return joinSums(pieces.sort((a, b) => a.line - b.line))
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

function withoutMarks(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/)) ?/, '').replace(/\s*\*+\/\s*$/, ''))
    .join('\n')
    .trim()
}

/** `'one ' + 'two'` is joined to one text. */
function joinSums(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.kind === 'string' && piece.kind === 'string' && /['"`]\s*\+\s*$/.test(piece.before))
      last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
