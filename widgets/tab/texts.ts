import texts from 'virtual:texts/tab'
import type english from '../../locales/en/tab.json'
import type { Language } from '../../locales/languages.ts'

export const textsIn = (language: Language): typeof english => texts[language]
