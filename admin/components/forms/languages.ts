import { shownLocale } from '../locale.ts'

const names = new Intl.DisplayNames(shownLocale, { type: 'language' })

export function languageName(locale: string): string {
  try {
    const name = names.of(locale)
    return name && name !== locale ? `${name} (${locale})` : locale
  } catch {
    return locale
  }
}

/** Converts `pt_br` to `pt-BR`. Returns undefined for an invalid tag. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

export const usualLanguages =
  'ar bg cs da de el en es et fi fr he hr hu is it ja ko lt lv nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  )
