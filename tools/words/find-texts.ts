import { hasTexts } from '../../admin/language/catalogue.ts'
import { findMessages as findTranslatable } from '../../admin/language/messages.ts'
import { findLineComments } from './find-comments.ts'
import { findProse } from './find-prose.ts'
import { findTitles } from './find-titles.ts'
import { type Piece, scanCode } from './scan-code.ts'
import type { Text } from './text.ts'

export function findTexts(path: string, text: string): Text[] {
  if (path.endsWith('.md')) return findProse(text)
  if (path.endsWith('.sql')) return findLineComments(text, '--')
  if (/\.(?:sh|ya?ml|conf)$|(^|\/)Dockerfile$|^\.ci\//.test(path)) return findLineComments(text, '#')
  const pieces = scanCode(text)
  const comments = pieces.filter(({ kind }) => kind === 'comment').map((piece) => asText('comment', piece))
  if (path.endsWith('.css')) return comments
  const strings = pieces.filter(({ kind }) => kind === 'string')
  if (isTest(path)) return [...comments, ...findTitles(strings)]
  const isAdmin = path.startsWith('admin/') && hasTexts(path.slice('admin/'.length))
  return [...comments, ...findMessages(path, strings), ...(isAdmin ? findInterfaceTexts(path, text) : [])]
}

/**
 * Finds texts of elements, attributes and strings that the admin application translates. Single words are skipped,
 * because they may be values.
 */
const findInterfaceTexts = (path: string, source: string): Text[] =>
  findTranslatable(path, source)
    .filter(({ isOptional }) => !isOptional)
    .map(({ text, start }) => ({ kind: 'interface text', line: source.slice(0, start).split('\n').length, text }))

/** In test files only comments and titles are texts. All other strings are data. */
const isTest = (path: string): boolean => /\.test\.|\.testing\.|^test\//.test(path)

/** Sentences in the demo shop are not checked, because they are texts by its customers. */
function findMessages(path: string, strings: Piece[]): Text[] {
  return strings.flatMap((piece) => {
    if (/\b(?:summary|description):\s*$/.test(piece.before)) return [asText('description', piece)]
    return isSentence(piece.text) && !path.startsWith('demo/') ? [asText('message', piece)] : []
  })
}

const isSentence = (text: string): boolean => /^[A-Z][\s\S]*\.$/.test(text) && text.split(/\s+/).length >= 4

const asText = (kind: Text['kind'], { line, text }: Piece): Text => ({ kind, line, text })
