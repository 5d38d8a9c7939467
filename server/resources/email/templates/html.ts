// Text that enters HTML. Every value is escaped on insertion, except an `Html`, which only this folder creates.

export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  /** A filter gets the markup as text, which is escaped again on output. */
  toString(): string {
    return this.markup
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

export function safeUrl(text: string): string {
  const url = text.length <= 4000 && URL.canParse(text) ? new URL(text) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : ''
}
