// Texts of the small widgets in all languages, worded without plural forms.
import texts from 'virtual:texts/shown-reviews'
import type english from '../../locales/en/shown-reviews.json'
import type { Language } from '../../locales/languages.ts'
import type { Subject } from '../subject.ts'

export type Texts = typeof english

export const textsIn = (language: Language): Texts => texts[language]

export const headingOf = ({ subject }: Subject, texts: Texts): string => (subject ? texts.ofShop : texts.heading)
