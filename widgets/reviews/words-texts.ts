// All languages are in one file, which is smaller than one file for each language.
import texts from 'virtual:texts/review-words'
import type english from '../../locales/en/review-words.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
