// Pages contain no inline script or style, because the guides' content security policy allows neither.

import type { Guide } from './guides.ts'
import { escapeHtml } from './highlight.ts'
import type { Heading } from './markdown.ts'

export interface Site {
  productName: string
  version: string
  guides: readonly Guide[]
  assets: { css: string; referenceCss: string; js: string; tryJs: string; icon: string }
}

export interface Page {
  path: string
  title: string
  summary: string
  heading?: string
  body: string
  headings?: Heading[]
  side?: readonly NavigationGroup[]
  /** True for a page with two columns. Its headings are listed in the side navigation on wide screens. */
  isWide?: boolean
  tryScript?: string
}

export type NavigationGroup = { title: string; links: readonly (readonly [href: string, text: string])[] }

export function articlePage(site: Site, page: Page): string {
  return document(
    site,
    page,
    `<body>
${topBar(site, page.path)}
<div class="shell">
${sideNavigation(site, page)}
<main id="content"${page.isWide ? ' class="wide"' : ''}>
<header>
<h1>${escapeHtml(page.heading ?? page.title)}</h1>
<p class="lead">${escapeHtml(page.summary)}</p>
</header>
${contents(page.headings ?? [])}
<article>
${page.body}
</article>
${neighbours(site, page.path)}
</main>
</div>
<script src="${site.assets.js}" defer${page.tryScript ? ` data-try="${page.tryScript}"` : ''}></script>
</body>`,
  )
}

function document(site: Site, page: Omit<Page, 'body'>, body: string): string {
  const title = `${page.title} · ${site.productName}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="${site.assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${site.assets.css}">${page.isWide ? `\n<link rel="stylesheet" href="${site.assets.referenceCss}">` : ''}
</head>
${body}
</html>
`
}

const tabs = [
  ['/docs/guides', 'Guides'],
  ['/docs/reference', 'Reference'],
  ['/docs/changelog', 'Changelog'],
] as const

/** The drawing of icon.svg. Inside the page, it takes the colors of the page's scheme. */
const logo =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M6 1.5h12A4.5 4.5 0 0 1 22.5 6v8.5A4.5 4.5 0 0 1 18 19h-5.2l-4.3 3.7a.8.8 0 0 1-1.3-.6V19H6a4.5 4.5 0 0 1-4.5-4.5V6A4.5 4.5 0 0 1 6 1.5Z"/><path d="m7.2 10.4 3.3 3.2 6.3-6.6"/></svg>'

function topBar(site: Site, path: string): string {
  const isSearch = path === '/docs/search'
  const within = tabs.map(([href]) => href).findLast((href) => path === href || path.startsWith(`${href}/`))
  const area = within ?? (isSearch ? '' : '/docs/guides')
  return `<a class="skip" href="#content">Skip to content</a>
<header class="top">
<button class="menu" type="button" popovertarget="navigation"><span class="bars" aria-hidden="true"></span>Menu</button>
<a class="brand" href="/docs/guides">${logo}${escapeHtml(site.productName)}</a>
<nav aria-label="Documentation">
${tabs.map(([href, text]) => navigationLink(href, text, area)).join('\n')}
</nav>
<a class="find" href="/docs/search"${isSearch ? ' aria-current="page"' : ''} aria-label="Search" aria-keyshortcuts="/"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2m3.6 8.6L14 14"/></svg><span>Search</span><kbd aria-hidden="true">/</kbd></a>
<a class="edition" href="/docs/versioning" title="Version ${escapeHtml(site.version)} of the service">API v1</a>
</header>`
}

function sideNavigation(site: Site, { path, side, isWide, headings = [] }: Page): string {
  const sections = Map.groupBy(site.guides, (guide) => guide.section)
  const guides = [...sections].map(([title, of]): NavigationGroup => {
    return { title, links: of.map((guide) => [`/docs/${guide.slug}`, guide.title] as const) }
  })
  const guidesLink = ['/docs/guides', 'All guides'] as const
  const referenceLink = ['/docs/reference', 'All operations'] as const
  const [first, second] = side ? [referenceLink, guidesLink] : [guidesLink, referenceLink]
  const more: NavigationGroup = {
    title: side ? 'More' : 'Reference',
    links: [
      second,
      ['/docs/changelog', 'Changelog'],
      ['/docs/operating', 'Operating'],
      ['/docs/search', 'Search'],
      ['/api/v1/openapi.json', 'openapi.json'],
    ],
  }
  const within = isWide ? `<ul class="within">${listHeadings(headings).join('')}</ul>` : ''
  return `<nav class="side" id="navigation" popover aria-label="${side ? 'Reference' : 'Guides'}">
<ul><li>${navigationLink(first[0], first[1], path)}</li></ul>
${[...(side ?? guides), more].map((group) => navigationGroup(group, path, within)).join('\n')}
</nav>`
}

function navigationGroup({ title, links }: NavigationGroup, path: string, within: string): string {
  const items = links.map(
    ([href, text]) => `<li>${navigationLink(href, text, path)}${href === path ? within : ''}</li>`,
  )
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('')}</ul>`
}

function navigationLink(href: string, text: string, path: string): string {
  return `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`
}

function contents(headings: Heading[]): string {
  const items = listHeadings(headings)
  if (items.length < 2) return ''
  return `<details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details>`
}

const listHeadings = (headings: Heading[]): string[] =>
  headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ id, depth, html }) => `<li class="depth-${depth}"><a href="#${id}">${withoutLinks(html)}</a></li>`)

function withoutLinks(html: string): string {
  return html.replace(/<\/?a\b[^>]*>/g, '')
}

function neighbours({ guides }: Site, path: string): string {
  const at = guides.findIndex(({ slug }) => path === `/docs/${slug}`)
  if (at < 0) return ''
  const link = (guide: Guide | undefined, relation: 'prev' | 'next', label: string) =>
    guide
      ? `<a rel="${relation}" href="/docs/${guide.slug}"><small>${label}</small>${escapeHtml(guide.title)}</a>`
      : '<span></span>'
  return `<nav class="neighbours" aria-label="Previous and next guide">
${link(guides[at - 1], 'prev', 'Previous')}
${link(guides[at + 1], 'next', 'Next')}
</nav>`
}
