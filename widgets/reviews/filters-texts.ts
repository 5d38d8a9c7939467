// All languages are in one file, which is smaller than one file for each language.
import texts from 'virtual:texts/review-filters'
import type english from '../../locales/en/review-filters.json'
import type { Language } from '../../locales/languages.ts'

export const textsIn = (language: Language): typeof english => texts[language]
