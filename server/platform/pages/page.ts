// Headers block every origin except the page's own and those that the page lists. Scripts and styles need its nonce.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, raw } from './html.ts'
import { iconPath } from './icon.ts'
import { pageStyle } from './style.ts'

export type Page = {
  title: string
  locale: string
  body: Html
  style?: string
  script?: string
  description?: string
  /** True for a public page, which search engines may index. A page behind a secret URL is never indexed. */
  isListed?: boolean
  status?: number
  images?: readonly string[]
  formAction?: readonly string[]
  connect?: readonly string[]
}

/**
 * Headers for a page for one person. They forbid caching, indexing, framing and scripts, and prevent other sites from
 * receiving its URL.
 */
export const privateHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

/** Sends an uncached, unframed page whose URL other sites never receive. It is indexed only with `isListed`. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(page.status ?? 200)
    .headers(buildHeaders(page, nonce))
    .type('text/html; charset=utf-8')
    .send(renderPage(page, nonce))
}

export function renderPage(page: Page, nonce: string): string {
  const { title, locale, body, style, script, description = title, isListed } = page
  return html`<!doctype html>
<html lang="${locale}" dir="${chooseDirection(locale)}">
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

export function chooseDirection(locale: string): 'ltr' | 'rtl' {
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

function buildHeaders(
  { script, images = [], connect = [], formAction = [], isListed }: Page,
  nonce: string,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    // `'self'` is allowed even without a script, because page audits load robots.txt from within the page.
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `img-src ${["'self'", ...images].join(' ')}`,
    `form-action ${["'self'", ...formAction].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const { 'x-robots-tag': unlisted, ...others } = privateHeaders
  return { ...others, ...(!isListed && { 'x-robots-tag': unlisted }), 'content-security-policy': policy.join('; ') }
}
