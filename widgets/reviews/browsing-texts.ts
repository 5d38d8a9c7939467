// All languages in one file, which is smaller than a file of each.
import type english from '../../locales/en/browsing.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

const files = import.meta.glob<Texts>('./*/browsing.json', { base: '../../locales', eager: true, import: 'default' })

export const textsIn = (language: Language): Texts => files[`./${language}/browsing.json`] as Texts
