import type { PlacementChange, PlacementSettings } from './schema.ts'

const defaults: PlacementSettings = {
  defaultLocale: 'en',
  policyUrl: null,
  theme: { accentColor: null, starColor: null, usesBrand: true, corners: 'rounded', colorScheme: 'auto' },
  reviews: { sort: 'newest', pageSize: 10, pool: 'own' },
  form: { enabled: true, asksForPhotos: true, privacyUrl: null },
}

export const toSettings = (said: PlacementChange): PlacementSettings => ({
  defaultLocale: said.defaultLocale ?? defaults.defaultLocale,
  policyUrl: said.policyUrl ?? defaults.policyUrl,
  theme: known(defaults.theme, said.theme),
  reviews: known(defaults.reviews, said.reviews),
  form: known(defaults.form, said.form),
})

/** The store's colour and logo, shared with its mails and form. A field is null if the store chose nothing. */
export type Brand = { color: string | null; logoUrl: string | null }

/** Returns the public settings. Settings of the pages take precedence over the brand. */
export function withBrand(settings: PlacementSettings, { color }: Brand): PlacementSettings {
  const { theme } = settings
  return { ...settings, theme: { ...theme, accentColor: theme.accentColor ?? (theme.usesBrand ? color : null) } }
}

function known<T extends object>(base: T, said: Partial<T> | undefined): T {
  const pairs = Object.entries(base).map(([name, value]) => [name, said?.[name as keyof T] ?? value])
  return Object.fromEntries(pairs) as T
}
