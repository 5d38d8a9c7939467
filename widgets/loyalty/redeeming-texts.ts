import texts from 'virtual:texts/redeeming'
import type english from '../../locales/en/redeeming.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
