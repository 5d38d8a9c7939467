import texts from 'virtual:texts/gallery'
import type english from '../../locales/en/gallery.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
