import { contrast, mix, readableColorOn, textColorOn } from '#platform/values/contrast.ts'
import type { EmailBranding } from '#resources/email-branding/schema.ts'
import { Html } from './html.ts'

const fonts: Record<EmailBranding['fontFamily'], string> = {
  system: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  arial: 'Arial,Helvetica,sans-serif',
  helvetica: "'Helvetica Neue',Helvetica,Arial,sans-serif",
  verdana: 'Verdana,Geneva,sans-serif',
  tahoma: 'Tahoma,Verdana,Segoe,sans-serif',
  trebuchet: "'Trebuchet MS','Lucida Grande',Tahoma,sans-serif",
  georgia: "Georgia,'Times New Roman',serif",
  times: "'Times New Roman',Times,serif",
  courier: "'Courier New',Courier,monospace",
}

/** Outlook on Windows only reads the first font of a list, and falls back to Times. */
const outlookFonts: Partial<typeof fonts> = { system: "'Segoe UI',Arial,sans-serif", helvetica: fonts.arial }

const corners: Record<EmailBranding['corners'], [card: string, image: string, button: string]> = {
  square: ['0', '0', '0'],
  rounded: ['12px', '8px', '8px'],
  pill: ['20px', '12px', '999px'],
}

const night = { background: '#101216', surface: '#1b1e24', text: '#eceef1', muted: '#a8afb9', line: '#343943' }
const amber = '#d97706'
const brightAmber = '#fbbf24'
/** A star is a large sign, so the lower contrast ratio applies. */
const signRatio = 3

export function buildBrand({ colors, ...look }: EmailBranding) {
  const [radius, imageRadius, buttonRadius] = corners[look.corners]
  const invisibleAtNight = contrast(colors.button, night.surface) < signRatio
  const nightButton = invisibleAtNight ? night.text : colors.button
  return {
    logoUrl: look.logoUrl,
    logoWidth: look.logoWidth,
    footerText: look.footerText,
    footerAddress: look.footerAddress,
    // The font is our own constant, so it is inserted without escaping its quotes.
    font: new Html(fonts[look.fontFamily]),
    outlookFont: new Html(outlookFonts[look.fontFamily] ?? fonts[look.fontFamily]),
    radius,
    imageRadius,
    buttonRadius,
    colors: {
      ...colors,
      onBackground: readableColorOn(colors.background, colors.text),
      faint: readableColorOn(colors.surface, mix(colors.text, colors.surface, 0.4)),
      line: mix(colors.surface, colors.text, 0.12),
      star: readableColorOn(colors.surface, amber, signRatio),
    },
    dark: {
      ...night,
      link: readableColorOn(night.surface, colors.primary),
      star: brightAmber,
      button: nightButton,
      buttonText: textColorOn(nightButton),
    },
  }
}
