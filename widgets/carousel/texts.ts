import texts from 'virtual:texts/carousel'
import type english from '../../locales/en/carousel.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
