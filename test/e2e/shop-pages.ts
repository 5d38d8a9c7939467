// Serves pages of a shop on its own origin, with a strict policy for scripts and styles, and records layout shifts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** `above`: height of the content before the widget, in rem. The reviews then begin inside the window and end below it. */
export type ShopPage = { body: string; above?: number; lang?: string; dir?: string; script?: string; css?: string }

export type ShopPages = {
  origin: string
  put(page: ShopPage): string
  close(): void
}

/** The CSS that docs/guides/widgets.md recommends to shops. */
const reserved = `
  evident-reviews { display: block; min-height: 42rem }
  evident-stars { display: block; min-height: 1.5em }
  evident-loyalty { display: block; min-height: 28rem }
  evident-faq { display: block; min-height: 28rem }
  evident-gallery { display: block; min-height: 28rem }
  evident-photos { display: block; min-height: 19rem }
  evident-carousel { display: block; min-height: 26rem }
  evident-badge { display: inline-block; vertical-align: top; width: 18rem; min-height: 7.5rem }
  @media (max-width: 40em) { evident-carousel { min-height: 33rem } }`

const looks = `
  :root { color-scheme: light dark; font-family: sans-serif }
  body { max-width: 70rem; margin: 0 auto; padding: 1rem }`

export async function serveShopPages(service: string): Promise<ShopPages> {
  const pages = new Map<string, ShopPage>()
  const policy = [
    "default-src 'none'",
    `script-src ${service}`,
    "style-src 'self'",
    `img-src ${service} blob:`,
    `connect-src ${service}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    const page = pages.get(pathname.replace('.css', ''))
    if (!page) return void response.writeHead(404).end()
    if (pathname.endsWith('.css'))
      return void response
        .writeHead(200, { 'content-type': 'text/css' })
        .end(`${looks}${reserved} h1 { margin: 0; height: ${page.above ?? 20}rem } ${page.css ?? ''}`)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(renderHtml(page, pathname, service))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    put(page) {
      const path = `/page-${pages.size + 1}`
      pages.set(path, page)
      return origin + path
    },
    close: () => void server.close(),
  }
}

/** Rendering waits for the whole page, because half a page would shift when the rest arrives. */
const renderHtml = (
  { body, lang = 'en', dir, script = 'reviews' }: ShopPage,
  path: string,
  service: string,
) => `<!doctype html>
<html lang="${lang}"${dir ? ` dir="${dir}"` : ''}><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${service}/demo-store/icon.svg"><link rel="stylesheet" href="${path}.css">
<link rel="expect" href="#end" blocking="render">
${script && `<script type="module" src="${service}/widgets/v1/${script}.js"></script>`}
</head><body><main><h1>Shop</h1>${body}</main><footer id="end"><p>The end of the page.</p></footer></body></html>`

/** Starts to record every layout shift that no user action causes. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShifts = []
    new PerformanceObserver((list) => {
      const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
      const moved = ({ node, previousRect, currentRect }) =>
        node?.nodeName + ' ' + node?.className + ' from ' + place(previousRect) + ' to ' + place(currentRect)
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) layoutShifts.push([value, ...sources.map(moved)].join('; '))
    }).observe({ type: 'layout-shift', buffered: true })`)
}

/** Waits for two frames, after which every shift has been reported. */
export const readShifts = (page: Page): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(layoutShifts)))))`)
