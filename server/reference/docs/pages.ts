// Maps every documentation page by its path. A request only looks up this map, so no path can lead to a file on disk.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asset, createAsset } from '#platform/values/asset.ts'
import type { Guide } from './guides.ts'
import { escapeHtml } from './highlight.ts'
import { articlePage, type Site } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import type { OpenApi } from './reference/document.ts'
import { type ReferenceSite, referenceSite } from './reference-site.ts'
import { type FoundCall, searchIndex } from './search.ts'

export interface DocsOptions {
  root: string
  guides: readonly Guide[]
  productName: string
  version: string
  origin: string
  calls?: readonly FoundCall[]
  document: () => unknown
}

export interface Documentation {
  pages: Map<string, Asset>
  assets: Map<string, Asset>
  /** Pictures of the guides by file name. */
  pictures: Map<string, Asset>
  llms: () => Asset
  missing: Asset
  reference: () => ReferenceSite
}

const html = 'text/html; charset=utf-8'
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

export async function renderDocumentation({
  root,
  guides,
  productName,
  version,
  origin,
  calls = [],
  document,
}: DocsOptions): Promise<Documentation> {
  const assets = new Map<string, Asset>()
  const [changelog, runbook, searchJs, css, referenceCss, js, tryJs, icon] = await Promise.all([
    readFile(join(root, 'CHANGELOG.md'), 'utf8'),
    readFile(join(root, 'docs', 'runbooks', 'operating.md'), 'utf8'),
    publish(assets, 'search.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'docs.css', 'text/css; charset=utf-8', ['docs.css', 'frame.css']),
    publish(assets, 'reference.css', 'text/css; charset=utf-8'),
    publish(assets, 'docs.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'try.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'icon.svg', 'image/svg+xml'),
  ])
  const pictures = await readPictures(join(root, 'docs', 'guides', 'pictures'), guides)
  const site: Site = { productName, version, guides, assets: { css, referenceCss, js, tryJs, icon } }
  const pages = new Map<string, Asset>()
  for (const guide of guides) {
    pages.set(guide.slug, guidePage(site, guide))
    pages.set(`${guide.slug}.md`, asMarkdown(guide))
  }
  pages.set('guides', overviewPage(site))
  pages.set('changelog', changelogPage(site, changelog))
  pages.set('operating', runbookPage(site, runbook.replaceAll('http://127.0.0.1:8080', origin)))
  const entries = searchIndex(guides, calls)
  const index = register(assets, 'search.json', createAsset(entries, 'application/json', assetHeaders))
  // The index also has a constant path, for the search in the admin application.
  pages.set('search.json', createAsset(entries, 'application/json', { 'cache-control': 'no-cache' }))
  pages.set('search', searchPage(site, index, searchJs))
  const write = { html: article, markdown: markdownAsset, json: jsonAsset }
  const reference = once(() => referenceSite(site, document() as OpenApi, write))
  const llms = once(() => listForModels(productName, guides, reference(), origin))
  return { pages, assets, pictures, llms, missing: missingPage(site), reference }
}

/** Reads the pictures that guides show, in their light and dark look. */
async function readPictures(folder: string, guides: readonly Guide[]): Promise<Map<string, Asset>> {
  const names = new Set(
    guides.flatMap(({ html }) =>
      [...html.matchAll(/"\/docs\/pictures\/([\w-]+\.webp)"/g)].map(([, name = '']) => name),
    ),
  )
  const headers = { 'cache-control': 'no-cache' }
  return new Map(
    await Promise.all(
      [...names].map(
        async (name) => [name, createAsset(await readFile(join(folder, name)), 'image/webp', headers)] as const,
      ),
    ),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

// The content's hash is part of the address, so the file can be cached for ever, and a new release takes effect
// immediately.
/** Joins the parts, in this order, into one file. */
async function publish(assets: Map<string, Asset>, file: string, type: string, parts = [file]): Promise<string> {
  const contents = await Promise.all(parts.map((part) => readFile(new URL(`assets/${part}`, import.meta.url))))
  return register(assets, file, createAsset(Buffer.concat(contents), type, assetHeaders))
}

function register(assets: Map<string, Asset>, file: string, asset: Asset): string {
  const name = file.replace('.', `-${asset.hash}.`)
  assets.set(name, asset)
  return `/docs/assets/${name}`
}

function guidePage(site: Site, guide: Guide): Asset {
  return article(
    articlePage(site, {
      path: `/docs/${guide.slug}`,
      title: guide.title,
      summary: guide.summary,
      body: guide.html,
      headings: guide.headings,
    }),
  )
}

/** For readers without a browser, such as language models. */
const asMarkdown = ({ title, summary, markdown }: Guide): Asset =>
  markdownAsset(`# ${title}\n\n> ${summary}\n\n${markdown.replaceAll('](pictures/', '](/docs/pictures/')}\n`)

const markdownAsset = (text: string): Asset => createAsset(text, 'text/markdown; charset=utf-8', pageHeaders)

const jsonAsset = (text: string): Asset => createAsset(text, 'application/json', pageHeaders)

function listForModels(productName: string, guides: readonly Guide[], { areas }: ReferenceSite, origin: string): Asset {
  const chapters = [...Map.groupBy(guides, ({ section }) => section)].map(
    ([section, of]) =>
      `## ${section}\n\n${of.map(({ slug, title, summary }) => `- [${title}](${origin}/docs/${slug}.md): ${summary}`).join('\n')}`,
  )
  const calls = areas.map(({ name, title, summary }) => `- [${title}](${origin}/docs/reference/${name}.md): ${summary}`)
  const reference = `## Reference\n\n${calls.join('\n')}\n- [OpenAPI document](${origin}/api/v1/openapi.json): every call, with its fields, errors and examples; [as YAML](${origin}/api/v1/openapi.yaml), [as a Postman collection](${origin}/api/v1/postman.json)\n- [Model Context Protocol](${origin}/docs/assistants.md): the same calls as tools, at ${origin}/mcp`
  const text = `# ${productName}\n\n> An API for the product reviews, review requests, loyalty and webhooks of online stores.\n\n${[...chapters, reference].join('\n\n')}\n`
  return createAsset(text, 'text/plain; charset=utf-8', pageHeaders)
}

function overviewPage(site: Site): Asset {
  const sections = [...Map.groupBy(site.guides, ({ section }) => section)].map(
    ([section, guides]) =>
      `<h2 id="${section.toLowerCase().replace(/\W+/g, '-')}">${escapeHtml(section)}</h2>\n<ul class="cards">${guides.map(card).join('')}</ul>`,
  )
  const summary = `How to build on the ${site.productName} API: from the first call to a running integration.`
  const heading = `${site.productName} documentation`
  const doors = `<p class="doors"><a class="button" href="/docs/quick-start">Start here</a> <a class="button quiet" href="/docs/reference">Reference</a></p>`
  const body = doors + sections.join('\n') + forPrograms
  return article(articlePage(site, { path: '/docs/guides', title: 'Guides', heading, summary, body }))
}

const forPrograms = `
<h2>For programs</h2>
<ul class="cards">
<li><a href="/api/v1/openapi.json"><strong>OpenAPI, as JSON</strong><span>Every call with its fields, errors and examples, for generators of clients.</span></a></li>
<li><a href="/api/v1/openapi.yaml"><strong>OpenAPI, as YAML</strong><span>The same document for tools and people that read YAML.</span></a></li>
<li><a href="/api/v1/postman.json"><strong>Postman collection</strong><span>Every call with an example, to be imported; fill in apiKey and storeEnvId once.</span></a></li>
<li><a href="/llms.txt"><strong>llms.txt</strong><span>The list of all guides as Markdown, for language models.</span></a></li>
</ul>`

function card({ slug, title, summary }: Guide): string {
  return `<li><a href="/docs/${slug}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`
}

function changelogPage(site: Site, source: string): Asset {
  const { html: body, headings } = renderMarkdown(source.replace(/^# .*\n/, ''))
  const summary = 'Changes of the API, for the people who call it.'
  const onlyEntries = headings.filter(({ depth }) => depth === 2)
  return article(
    articlePage(site, { path: '/docs/changelog', title: 'Changelog', summary, body, headings: onlyEntries }),
  )
}

function runbookPage(site: Site, source: string): Asset {
  const { html: body, headings } = renderMarkdown(source.replace(/^# .*\n/, ''))
  const summary = 'For operators: health, locations, backups, and what to do when something fails.'
  return article(articlePage(site, { path: '/docs/operating', title: 'Operating', summary, body, headings }))
}

function searchPage(site: Site, index: string, script: string): Asset {
  const body = `<p><input id="question" type="search" aria-label="Search the documentation" placeholder="A word, a call or an error code" autocomplete="off" spellcheck="false" hidden></p>
<noscript><p>The search needs JavaScript. <a href="/docs/guides">All guides</a>, <a href="/docs/reference">all calls</a> and <a href="/docs/errors">all error codes</a> are a page each.</p></noscript>
<p id="told" role="status"></p>
<ul id="found" class="cards found" data-index="${index}"></ul>
<script src="${script}" defer></script>`
  const summary = 'Guides, error codes and the reference, in one place.'
  const page = articlePage(site, { path: '/docs/search', title: 'Search', summary, body })
  return createAsset(page, html, {
    ...pageHeaders,
    'content-security-policy': articlePolicy,
  })
}

function missingPage(site: Site): Asset {
  const body = `<p class="doors"><a class="button" href="/docs/guides">All guides</a> <a class="button quiet" href="/docs/reference">Reference</a></p>`
  const summary = 'The address may be mistyped, or the page has moved.'
  return article(articlePage(site, { path: '', title: 'There is no such page', summary, body }))
}

function article(markup: string): Asset {
  return createAsset(markup, html, { ...pageHeaders, 'content-security-policy': articlePolicy })
}

const pageHeaders = {
  // The browser revalidates a page each time and gets 304 if the page is unchanged. It therefore never shows a page of an
  // older release.
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
}

// Requests to this service are allowed, because the search loads its index and page audits load robots.txt from within the
// page.
const articlePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'"
