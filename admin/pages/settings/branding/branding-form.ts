import type { Branding } from '../../../api/mail/email-templates.ts'

export const colorNames = {
  button: 'Button',
  primary: 'Accents and links',
  text: 'Text',
  surface: 'Card',
  background: 'Around the card',
} as const
export type ColorName = keyof typeof colorNames

export type BrandingValues = Omit<Branding, 'colors' | 'updatedAt'> & {
  colors: Record<ColorName, string>
  logoUploadId?: string
}

export function toValues({ updatedAt: _, colors, ...rest }: Branding): BrandingValues {
  const { button, primary, text, surface, background } = colors
  return { ...rest, colors: { button, primary, text, surface, background } }
}

export const fontNames: Record<Branding['fontFamily'], string> = {
  system: 'System font',
  arial: 'Arial',
  helvetica: 'Helvetica',
  verdana: 'Verdana',
  tahoma: 'Tahoma',
  trebuchet: 'Trebuchet',
  georgia: 'Georgia',
  times: 'Times',
  courier: 'Courier',
}

export const cornerNames: Record<Branding['corners'], string> = { square: 'Square', rounded: 'Rounded', pill: 'Pill' }

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
