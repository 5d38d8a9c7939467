import { fill, type Language, toLanguage } from '../language.ts'
import { make } from '../make.ts'
import type { Picture } from '../wire.ts'
import { type Texts, textsIn } from './texts.ts'

export type Wording = { texts: Texts; locale: string; language: Language }

export function spokenIn(locale = 'en'): Wording {
  const language = toLanguage(locale)
  return { texts: textsIn(language), locale, language }
}

export const nameOf = ({ alt, caption, authorName }: Picture, texts: Texts): string =>
  alt || (authorName === null ? (caption ?? texts.gallery) : formatByline(authorName, texts))

export const formatByline = (authorName: string, texts: Texts): string =>
  fill(texts.by, { name: `\u2068${authorName}\u2069` })

export function arrow(kind: 'back' | 'on' | 'close', label: string, onclick: () => void): HTMLButtonElement {
  // The browser mirrors these characters in right-to-left text.
  const sign = { back: '‹', on: '›', close: '×' }[kind]
  return make(
    'button',
    { type: 'button', class: `round ${kind}`, 'aria-label': label, onclick },
    make('span', { 'aria-hidden': 'true' }, sign),
  )
}
