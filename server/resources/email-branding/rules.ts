import { contrast, mix, readableColorOn, readableRatio, textColorOn } from '#platform/values/contrast.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { EmailBranding, EmailBrandingChange } from './schema.ts'

export type Look = Omit<EmailBranding, 'colors' | 'updatedAt'> & {
  colors: Pick<EmailBranding['colors'], 'primary' | 'background' | 'surface' | 'text' | 'button'>
}

export const defaultLook: Look = {
  senderName: null,
  logoUrl: null,
  logoWidth: 140,
  fontFamily: 'system',
  corners: 'rounded',
  footerAddress: null,
  footerText: null,
  defaultLocale: 'en',
  colors: { primary: '#1f4fd8', background: '#f3f4f6', surface: '#ffffff', text: '#1b1f24', button: '#1b1f24' },
}

export function readLook(sent: EmailBrandingChange, uploadedPicturesUrl: string): Look {
  const colors = sent.colors ?? {}
  const color = (name: keyof Look['colors']) => (colors[name] ?? defaultLook.colors[name]).toLowerCase()
  const look: Look = {
    senderName: singleLine(sent.senderName, '/senderName'),
    logoUrl: imageAddress(sent.logoUrl, uploadedPicturesUrl),
    logoWidth: sent.logoWidth ?? defaultLook.logoWidth,
    fontFamily: sent.fontFamily ?? defaultLook.fontFamily,
    corners: sent.corners ?? defaultLook.corners,
    footerAddress: trimmed(sent.footerAddress),
    footerText: trimmed(sent.footerText),
    defaultLocale: requireLocale(sent.defaultLocale ?? defaultLook.defaultLocale, '/defaultLocale'),
    colors: {
      primary: color('primary'),
      background: color('background'),
      surface: color('surface'),
      text: color('text'),
      button: color('button'),
    },
  }
  requireReadable(look.colors)
  return look
}

/** Adds derived colours, so that a button's text is always legible. */
export const withDerivedColors = (look: Look, updatedAt: string | null): EmailBranding => ({
  ...look,
  colors: {
    ...look.colors,
    buttonText: textColorOn(look.colors.button),
    link: readableColorOn(look.colors.surface, look.colors.primary),
    muted: readableColorOn(
      look.colors.background,
      mix(textColorOn(look.colors.background), look.colors.background, 0.4),
    ),
  },
  updatedAt,
})

/** A language tag in its canonical form, such as pt-BR for PT_br. */
export function requireLocale(text: string, path: string): string {
  const [locale] = canonical(text.replaceAll('_', '-'))
  if (locale === undefined || locale.length > 35) throw invalidField(path, 'is not a language tag such as de or pt-BR')
  return locale
}

function canonical(text: string): string[] {
  try {
    return Intl.getCanonicalLocales(text)
  } catch {
    return []
  }
}

function requireReadable({ text, surface }: Look['colors']): void {
  const ratio = contrast(text, surface)
  if (ratio >= readableRatio) return
  const rounded = (Math.floor(ratio * 10) / 10).toFixed(1)
  throw invalidField(
    '/colors/text',
    `has a contrast of ${rounded} to the card; below ${readableRatio} many cannot read it`,
  )
}

/** Accepts only https addresses. Mail programs load nothing else, and only a valid address may enter the markup. */
function imageAddress(text: string | null | undefined, uploadedPicturesUrl: string): string | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  // Accepts the address of an uploaded picture, even on an installation without https.
  if (url?.href.startsWith(uploadedPicturesUrl)) return url.href
  if (url?.protocol !== 'https:' || url.username || url.password) {
    throw invalidField('/logoUrl', 'must be an https address such as https://cdn.example.com/logo.png')
  }
  if (/\.(svgz?|webp|avif)$/i.test(url.pathname)) {
    throw invalidField('/logoUrl', 'must be a PNG, JPEG or GIF: many mail programs show nothing else')
  }
  return url.href
}

function singleLine(text: string | null | undefined, path: string): string | null {
  // A line break in a header would begin another header.
  if (text && /\p{Cc}/u.test(text)) throw invalidField(path, 'must be one line without control characters')
  return trimmed(text)
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null
