import texts from 'virtual:texts/lead-form'
import type english from '../../locales/en/lead-form.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]
