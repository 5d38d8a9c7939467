// Every documentation page, rendered once at start. A request only picks one by its address,
// so nothing in an address can lead to a file.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asset, createAsset } from '../asset.ts'
import type { Guide } from './guides.ts'
import { escapeHtml } from './highlight.ts'
import { articlePage, referencePage, type Site } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { scalarScript } from './scalar.ts'
import { type FoundCall, searchIndex } from './search.ts'

export interface DocsOptions {
  /** The repository's root: CHANGELOG.md and the runbook are read below it. */
  root: string
  guides: readonly Guide[]
  productName: string
  version: string
  /** Where this service is reached: guides print it in the place of the address that they were written with. */
  origin: string
  /** The calls that the search finds. */
  calls?: readonly FoundCall[]
}

export interface Documentation {
  pages: Map<string, Asset>
  assets: Map<string, Asset>
  llms: Asset
  missing: Asset
  reference: () => Promise<Asset>
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
}: DocsOptions): Promise<Documentation> {
  const assets = new Map<string, Asset>()
  const [changelog, runbook, searchJs, css, js, referenceCss, referenceJs, icon] = await Promise.all([
    readFile(join(root, 'CHANGELOG.md'), 'utf8'),
    readFile(join(root, 'docs', 'runbooks', 'operating.md'), 'utf8'),
    publish(assets, 'search.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'docs.css', 'text/css; charset=utf-8'),
    publish(assets, 'docs.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'reference.css', 'text/css; charset=utf-8'),
    publish(assets, 'reference.js', 'text/javascript; charset=utf-8'),
    publish(assets, 'icon.svg', 'image/svg+xml'),
  ])
  const site: Site = { productName, version, guides, assets: { css, js, referenceCss, referenceJs, icon } }
  const pages = new Map<string, Asset>()
  for (const guide of guides) {
    pages.set(guide.slug, guidePage(site, guide))
    pages.set(`${guide.slug}.md`, asMarkdown(guide))
  }
  pages.set('guides', overviewPage(site))
  pages.set('changelog', changelogPage(site, changelog))
  pages.set('operating', runbookPage(site, runbook.replaceAll('http://127.0.0.1:8080', origin)))
  const index = register(
    assets,
    'search.json',
    createAsset(searchIndex(guides, calls), 'application/json', assetHeaders),
  )
  pages.set('search', searchPage(site, index, searchJs))
  const llms = listForModels(productName, guides, origin)
  return { pages, assets, llms, missing: missingPage(site), reference: () => referenceOf(site, assets) }
}

// The address carries the content's hash, so it may be cached for ever and a new release is seen at once.
async function publish(assets: Map<string, Asset>, file: string, type: string): Promise<string> {
  const asset = createAsset(await readFile(new URL(`assets/${file}`, import.meta.url)), type, assetHeaders)
  return register(assets, file, asset)
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

/** For those who read without a browser, models among them. */
const asMarkdown = ({ title, summary, markdown }: Guide): Asset =>
  createAsset(`# ${title}\n\n> ${summary}\n\n${markdown}\n`, 'text/markdown; charset=utf-8', pageHeaders)

/** The list of all of it, in the form that https://llmstxt.org describes. */
function listForModels(productName: string, guides: readonly Guide[], origin: string): Asset {
  const chapters = [...Map.groupBy(guides, ({ section }) => section)].map(
    ([section, of]) =>
      `## ${section}\n\n${of.map(({ slug, title, summary }) => `- [${title}](${origin}/docs/${slug}.md): ${summary}`).join('\n')}`,
  )
  const reference = `## Reference\n\n- [OpenAPI document](${origin}/api/v1/openapi.json): every call, with its fields, errors and examples\n- [Model Context Protocol](${origin}/docs/assistants.md): the same calls as tools, at ${origin}/mcp`
  const text = `# ${productName}\n\n> An API for the product reviews, review requests, loyalty and webhooks of online stores.\n\n${[...chapters, reference].join('\n\n')}\n`
  return createAsset(text, 'text/plain; charset=utf-8', pageHeaders)
}

function overviewPage(site: Site): Asset {
  const sections = [...Map.groupBy(site.guides, ({ section }) => section)].map(
    ([section, guides]) => `<h2>${escapeHtml(section)}</h2>\n<ul class="cards">${guides.map(card).join('')}</ul>`,
  )
  const summary = `How to build on the ${site.productName} API: from the first call to a running integration.`
  const heading = `${site.productName} documentation`
  const doors = `<p class="doors"><a class="button" href="/docs/quick-start">Start here</a> <a class="button quiet" href="/docs">API reference</a></p>`
  return article(
    articlePage(site, { path: '/docs/guides', title: 'Guides', heading, summary, body: doors + sections.join('\n') }),
  )
}

function card({ slug, title, summary }: Guide): string {
  return `<li><a href="/docs/${slug}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`
}

function changelogPage(site: Site, source: string): Asset {
  // The page has its own heading.
  const { html: body, headings } = renderMarkdown(source.replace(/^# .*\n/, ''))
  const summary = 'What changed in the API, for the people who call it.'
  const onlyEntries = headings.filter(({ depth }) => depth === 2)
  return article(
    articlePage(site, { path: '/docs/changelog', title: 'Changelog', summary, body, headings: onlyEntries }),
  )
}

function runbookPage(site: Site, source: string): Asset {
  const { html: body, headings } = renderMarkdown(source.replace(/^# .*\n/, ''))
  const summary =
    'For whoever runs this service: is it well, where everything is, backups, and what to do when something is not.'
  return article(articlePage(site, { path: '/docs/operating', title: 'Operating', summary, body, headings }))
}

function searchPage(site: Site, index: string, script: string): Asset {
  const body = `<p><input id="question" type="search" aria-label="Search the documentation" placeholder="A word, a call or an error code" autocomplete="off" spellcheck="false" hidden></p>
<noscript><p>The search needs JavaScript. <a href="/docs/guides">All guides</a> and <a href="/docs/errors">all error codes</a> are a page each.</p></noscript>
<p id="told" role="status"></p>
<ul id="found" class="cards found" data-index="${index}"></ul>
<script src="${script}" defer></script>`
  const summary = 'Guides, error codes and the reference, in one place.'
  const page = articlePage(site, { path: '/docs/search', title: 'Search', summary, body })
  return createAsset(page, html, {
    ...pageHeaders,
    'content-security-policy': `${articlePolicy}; connect-src 'self'`,
  })
}

function missingPage(site: Site): Asset {
  const body = `<p class="doors"><a class="button" href="/docs/guides">All guides</a> <a class="button quiet" href="/docs">API reference</a></p>`
  const summary = 'The address may be mistyped, or the page has moved.'
  return article(articlePage(site, { path: '', title: 'There is no such page', summary, body }))
}

async function referenceOf(site: Site, assets: Map<string, Asset>): Promise<Asset> {
  const script = register(assets, 'scalar.js', await scalarScript())
  const page = { path: '/docs', title: 'API reference', summary: `Every operation of the ${site.productName} API.` }
  return createAsset(referencePage(site, page, script), html, {
    ...pageHeaders,
    'content-security-policy': referencePolicy,
  })
}

function article(markup: string): Asset {
  return createAsset(markup, html, { ...pageHeaders, 'content-security-policy': articlePolicy })
}

const pageHeaders = {
  // Always asked for again, answered 304 while unchanged: a page must never outlive the release it describes.
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
}

const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'"
const articlePolicy = `${closedPolicy}; style-src 'self'; img-src 'self'`

// The reference's script builds its own style elements, and its requests may only go to this very service.
const referencePolicy = `${closedPolicy}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'`
