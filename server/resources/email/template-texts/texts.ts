import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import type { Language } from './language.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

export const languages = { en, de, fr, es, it, nl, pt, pl, ar, he } as const satisfies Record<string, Language>
export type LanguageCode = keyof typeof languages
export const languageCodes = Object.keys(languages) as LanguageCode[]

export const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(languages, code)
