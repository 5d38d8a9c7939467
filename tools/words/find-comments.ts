import type { Text } from './text.ts'

/** Consecutive comment lines form one text. Comments after code are included. */
export function findLineComments(text: string, mark: '#' | '--'): Text[] {
  const found: Text[] = []
  let wasComment = false
  for (const [index, line] of text.split('\n').entries()) {
    const own = line.trimStart().startsWith(mark)
    const comment = own ? line.trimStart() : commentBehindCode(line, mark)
    const last = found.at(-1)
    if (comment === undefined || comment.startsWith('#!')) {
      wasComment = false
      continue
    }
    const words = comment.slice(mark.length).trim()
    if (own && wasComment && last) last.text += `\n${words}`
    else found.push({ kind: 'comment', line: index + 1, text: words })
    wasComment = own
  }
  return found
}

/** A comment mark inside quotes is data. */
function commentBehindCode(line: string, mark: string): string | undefined {
  const at = line.indexOf(` ${mark} `)
  const isQuoted = at === -1 || (line.slice(0, at).match(/['"]/g) ?? []).length % 2 === 1
  return isQuoted ? undefined : line.slice(at + 1)
}
