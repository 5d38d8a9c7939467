// Code and the first column of a table are not checked, because they name fields and commands.

import type { Text } from './text.ts'

const startsBlock = /^\s*(?:#{1,6} |[-*+] |\d+\. |> |\|)/

export function findProse(markdown: string): Text[] {
  const found: Text[] = []
  let fence: string | undefined
  let isOpen = false
  const add = (line: number, text: string) => found.push({ kind: 'guide', line, text })
  for (const [index, line] of withoutHtmlComments(markdown).split('\n').entries()) {
    const [mark] = line.match(/(?:```|~~~)/) ?? []
    const isFence = mark !== undefined && line.trimStart().replace(/^> ?/, '').startsWith(mark)
    if (isFence && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined
      isOpen = false
    } else if (fence !== undefined) {
      isOpen = false
    } else if (line.trimStart().startsWith('|')) {
      for (const cell of splitCells(line).slice(1)) add(index + 1, cell)
      isOpen = false
    } else if (line.trim() === '') {
      isOpen = false
    } else if (startsBlock.test(line) || !isOpen) {
      add(index + 1, plain(line))
      isOpen = !/^\s*#{1,6} /.test(line)
    } else {
      const last = found.at(-1)
      if (last) last.text += `\n${plain(line)}`
    }
  }
  return found
}

const splitCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(plain)

const plain = (line: string): string =>
  line
    .replace(startsBlock, '')
    .replace(/\]\([^)]*\)/g, ']')
    .trim()

/** Keeps line breaks, so that line numbers stay right. */
const withoutHtmlComments = (markdown: string): string =>
  markdown.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
