// All languages are in one file, which is smaller than one file for each language.
import texts from 'virtual:texts/browsing'
import type english from '../../locales/en/browsing.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
