import type english from '../../locales/en/gallery.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

const files = import.meta.glob<Texts>('./*/gallery.json', { base: '../../locales', eager: true, import: 'default' })

export const textsIn = (language: Language): Texts => files[`./${language}/gallery.json`] as Texts
