// Translations of a gallery. Two forms edit different fields, so saving one form must preserve the other form's fields.
import type { Gallery, GalleryTranslations } from '../../../api/content/galleries.ts'

export type Words = { title?: string | null; description?: string | null }
export type FormTexts = NonNullable<GalleryTranslations[string]['leadForm']>

export const pickWords = (all: GalleryTranslations): Record<string, Words> =>
  pickPart(all, ({ leadForm: _, ...words }) => words)

export const pickFormTexts = (gallery: Gallery): Record<string, FormTexts> =>
  pickPart(gallery.translations, ({ leadForm = {} }) => leadForm)

export const withWords = (stored: GalleryTranslations, words: Record<string, Words>): GalleryTranslations =>
  joined(stored, words, (language) => ({ ...words[language], leadForm: stored[language]?.leadForm ?? {} }))

export const withFormTexts = (stored: GalleryTranslations, texts: Record<string, FormTexts>): GalleryTranslations =>
  joined(stored, texts, (language) => ({ ...stored[language], leadForm: texts[language] ?? {} }))

const joined = <One, Other, T>(one: Record<string, One>, other: Record<string, Other>, of: (language: string) => T) =>
  Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other)])].map((each) => [each, of(each)]))

const pickPart = <Part extends object>(
  all: GalleryTranslations,
  of: (texts: GalleryTranslations[string]) => Part,
): Record<string, Part> =>
  Object.fromEntries(
    Object.entries(all)
      .map(([language, texts]): [string, Part] => [language, of(texts)])
      .filter(([, part]) => Object.keys(part).length > 0),
  )
