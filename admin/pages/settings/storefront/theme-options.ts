import type { StorefrontSettings } from '../../../api/content/storefront.ts'

type Theme = StorefrontSettings['theme']
export type Scheme = 'light' | 'dark'

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const usual = {
  light: { accent: '#1d4ed8', star: '#cf7500', empty: '#d9dde3', background: '#ffffff', text: '#1b1f24' },
  dark: { accent: '#8fb4ff', star: '#ffb83d', empty: '#3d434b', background: '#16191f', text: '#eceef1' },
}

export const cornerNames: Record<Theme['corners'], string> = { square: 'Square', rounded: 'Rounded', pill: 'Pill' }
export const cornerRadii: Record<Theme['corners'], string> = { square: '0', rounded: '10px', pill: '1.4rem' }

export const schemeNames: Record<Theme['colorScheme'], string> = {
  auto: 'Match the page and the visitor',
  light: 'Always light',
  dark: 'Always dark',
}

export const sortNames: Record<StorefrontSettings['reviews']['sort'], string> = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
  photos: 'With photos first',
}

export const locales = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ar', 'he']

/** Black or white, by contrast. The widgets use the same rule. */
export function textColorOn(color: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.179 ? '#000000' : '#ffffff'
}

export const poolNames: Record<StorefrontSettings['reviews']['pool'], string> = {
  own: 'Its own reviews',
  group: 'With those of its product group',
  shared: 'With those that other stores share',
  all: 'With both',
}
