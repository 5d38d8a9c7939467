const names = new Intl.DisplayNames(undefined, { type: 'language' })

/** "German (de)"; a tag without a known name stays a tag. */
export function languageName(locale: string): string {
  try {
    const name = names.of(locale)
    return name && name !== locale ? `${name} (${locale})` : locale
  } catch {
    return locale
  }
}
