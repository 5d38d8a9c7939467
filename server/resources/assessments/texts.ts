// Texts of the file, in its two languages.
import { de } from './texts-de.ts'
import { type DocumentTexts, en } from './texts-en.ts'

export const texts = { en, de } satisfies Record<string, DocumentTexts>
export type DocumentLanguage = keyof typeof texts
