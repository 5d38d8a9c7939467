// Owns the frame of the pages shoppers see: language and direction, one style for light and dark, and headers that let
// nothing in that the page did not bring. It refuses scripts and styles without the page's own nonce.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, raw } from './html.ts'
import { iconPath } from './icon.ts'
import { pageStyle } from './style.ts'

export type Page = {
  title: string
  /** A language tag such as `de` or `ar`. */
  locale: string
  body: Html
  /** Beside the shared one. */
  style?: string
  /** The text of a module of the page's own, run with its nonce. */
  script?: string
  /** What stands below the title where links to the page are shown; without it the title says enough. */
  description?: string
  /** For everybody, so that search engines may list it. Pages behind a secret address are not. */
  isListed?: boolean
  status?: number
  /** Where images may come from, beside this service, such as `https:`. */
  images?: readonly string[]
  /** Where a form's answer may lead on to, beside this service. */
  formAction?: readonly string[]
  /** Where the page's own script may talk to, beside this service. */
  connect?: readonly string[]
}

/** For one person: not cached, indexed or framed, running nothing, and no other site learns its address. */
export const privateHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

/** Sends a page that is not cached or framed, nor indexed unless it says so, and whose address no other site learns. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(page.status ?? 200)
    .headers(headersOf(page, nonce))
    .type('text/html; charset=utf-8')
    .send(renderPage(page, nonce))
}

export function renderPage(page: Page, nonce: string): string {
  const { title, locale, body, style, script, description = title, isListed } = page
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isListed && html`<meta name="robots" content="noindex, nofollow">\n`}<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<style nonce="${nonce}">${raw(pageStyle)}${style && raw(style)}</style>
</head>
<body>
${body}
${script && html`<script type="module" nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`.toString()
}

/** Right to left for the scripts that are read so. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const script = readScript(locale)
  return script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr'
}

const rightToLeft = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'])

function readScript(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).maximize().script
  } catch {
    return undefined
  }
}

function headersOf(
  { script, images = [], connect = [], formAction = [], isListed }: Page,
  nonce: string,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    // Also without a script: what examines pages asks for robots.txt from within them.
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `img-src ${["'self'", ...images].join(' ')}`,
    `form-action ${["'self'", ...formAction].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const { 'x-robots-tag': unlisted, ...others } = privateHeaders
  return { ...others, ...(!isListed && { 'x-robots-tag': unlisted }), 'content-security-policy': policy.join('; ') }
}
