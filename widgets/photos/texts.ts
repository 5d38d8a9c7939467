import type english from '../../locales/en/photos.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

const files = import.meta.glob<Texts>('./*/photos.json', { base: '../../locales', eager: true, import: 'default' })

export const textsIn = (language: Language): Texts => files[`./${language}/photos.json`] as Texts
