import type english from '../../locales/en/lead-form.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

const files = import.meta.glob<Texts>('./*/lead-form.json', { base: '../../locales', eager: true, import: 'default' })

export const textsIn = (language: Language): Texts => files[`./${language}/lead-form.json`] as Texts
