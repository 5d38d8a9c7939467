// Finds test titles: the first argument of `test`, `describe`, `it`, and of helpers that a test file calls with a title.

import type { Piece } from './scan-code.ts'
import type { Text } from './text.ts'

const callOfTest = /\b(?:test|describe|it|suite)(?:\.\w+)?\(\s*(?:\{[^}]*\},\s*)?$/
const callOfHelper = /(?:^|\n)[ \t]*(?:await )?[a-z]\w*\(\s*$/

export function findTitles(strings: Piece[]): Text[] {
  return strings
    .filter(({ before, text }) => callOfTest.test(before) || (callOfHelper.test(before) && hasWords(text)))
    .map(({ line, text }) => ({ kind: 'test title', line, text }))
}

/** A title begins in lower case. Paths, selectors, single words and texts of a shop are data. */
const hasWords = (text: string): boolean => /^[a-z"'`…][\w"'`…-]*(?: [\w"'`’…-]+,?){2}/.test(text)
