// Each page is rendered on first demand, because most are never requested.
import type { Asset } from '#platform/values/asset.ts'
import { escapeHtml } from './highlight.ts'
import { articlePage, type NavigationGroup, type Page, type Site } from './layout.ts'
import { type Heading, renderMarkdown } from './markdown.ts'
import { type AreaPage, areaPages, type CallText, joinCall } from './reference/area-pages.ts'
import type { OpenApi } from './reference/document.ts'
import { listValues, markOptional } from './reference/field-html.ts'

export type ReferenceSite = {
  areas: readonly AreaPage[]
  overview(): Asset
  page(name: string): Asset | undefined
}

type Write = { html(markup: string): Asset; markdown(text: string): Asset; json(text: string): Asset }

export function referenceSite(site: Site, document: OpenApi, write: Write): ReferenceSite {
  const areas = areaPages(document)
  const side = [...Map.groupBy(areas, ({ chapter }) => chapter)].map(([title, of]): NavigationGroup => {
    return { title, links: of.map((area) => [`/docs/reference/${area.name}`, area.title] as const) }
  })
  const made = new Map<string, Asset>()
  const once = (name: string, make: () => Asset): Asset => {
    const asset = made.get(name) ?? make()
    made.set(name, asset)
    return asset
  }
  const article = (page: Omit<Page, 'side'>) => write.html(articlePage(site, { ...page, side }))
  return {
    areas,
    overview: () =>
      once('', () =>
        article({
          path: '/docs/reference',
          title: 'Reference',
          summary: 'Every operation with its fields, responses and errors, and an example in six languages.',
          body: `${introduction}${chapters(areas)}`,
        }),
      ),
    page(name) {
      const area = areas.find((each) => each.name === name.replace(/\.(md|forms\.json)$/, ''))
      if (!area) return undefined
      if (name === `${area.name}.forms.json`) return once(name, () => write.json(JSON.stringify(area.forms())))
      if (name !== area.name)
        return once(name, () =>
          write.markdown(`# ${area.title}\n\n> ${area.summary}\n\n${area.calls().map(joinCall).join('\n\n')}\n`),
        )
      return once(name, () => {
        const calls = area.calls().map(renderCall)
        const body = calls.map(({ html }) => html).join('')
        const headings = calls.flatMap((call) => call.headings)
        return article({
          path: `/docs/reference/${name}`,
          title: area.title,
          summary: area.summary,
          body,
          headings,
          isWide: true,
          tryScript: site.assets.tryJs,
        })
      })
    },
  }
}

/** The sections let a browser skip the rendering of calls that are far from the viewport. */
function renderCall(call: CallText): ReturnType<typeof renderMarkdown> {
  const head = renderMarkdown(call.head)
  const answer = listValues(renderMarkdown([call.returns, call.details].join('\n\n')).html)
    .replaceAll(header, '')
    .replaceAll(cellLabel, '')
  const fields = markOptional(listValues(renderMarkdown(call.fields).html))
    .replaceAll(fieldsLabel, '>$1s$2</th>')
    .replaceAll(required, ' <b class="required">Required</b>$1')
    .replaceAll(cellLabel, '')
  const response = renderMarkdown(call.response).html.replace(codeOfJson, writeLines)
  const html = `<section class="call">
<div class="head">
${head.html.replace(endpoint, writeEndpoint).replace(lastParagraph, '<p class="needs">')}</div>
<div class="examples">
<div class="request">
<p class="label">Request</p>
${renderMarkdown(call.request).html}${renderNotes(call.request)}</div>
${call.response && `<div class="response">\n<p class="label">Response <b>${call.status}</b></p>\n${response}</div>\n`}</div>
${fields && `<div class="fields">\n${fields}</div>\n`}${tryIt}<div class="fields returned">
${answer}</div>
</section>
`
  return { html, headings: head.headings.map((heading) => writeEntry(heading, call.method)) }
}

/** An entry of the navigation has the method, and the title up to its first comma. */
const writeEntry = (heading: Heading, method: string): Heading => {
  const [title] = heading.html.split(',')
  return { ...heading, html: `<b class="${method.toLowerCase()}">${method}</b> <span>${title}</span>` }
}

/** The header of the first column is the title of the list. */
const fieldsLabel = />(Parameter|Field)( of the body)?<\/th>/g

/** The word opens the meaning of a field, and belongs beside its type. */
const required = /(<\/td><td data-label="Meaning">)Required\. ?/g

/** Left out, because the summary above the list has the same words, and the columns are lines here. */
const header = /<thead>[\s\S]*?<\/thead>/g
const cellLabel = / data-label="[^"]*"/g

/** A line of JSON that is too long for a phone continues further to the right, so it is an element. */
const codeOfJson = /(?<=data-language="json">[\s\S]*?<code>)[\s\S]*?(?=<\/code>)/
const isLong = (line: string) => line.replace(/<[^>]+>/g, '').replace(/&#?\w+;/g, '.').length > 38
const writeLines = (code: string): string =>
  code
    .split('\n')
    .map((line) => (isLong(line) ? `<span class="line">${line}\n</span>` : `${line}\n`))
    .join('')

const endpoint = /<p><code>([A-Z]+) /

/** The last paragraph, which names the role and the scope. */
const lastParagraph = /<p>(?![\s\S]*<p>)/

/** Explains the variables of an example. */
const renderNotes = (request: string): string =>
  Object.entries(notes)
    .filter(([name]) => request.includes(`$${name}`))
    .map(([name, text]) => `<p class="note"><code>$${name}</code> is ${text}.</p>\n`)
    .join('')

const notes = {
  KEY: 'an API key: an owner or admin <a href="/docs/authentication#keys">creates it</a> under Settings → Apps and keys → API keys',
  COOKIE: 'the <a href="/docs/authentication#keys">session cookie</a> of a signed-in person',
}

const writeEndpoint = (_: string, method: string) =>
  `<p class="endpoint"><code><b class="${method.toLowerCase()}">${method}</b> `

const tryIt = `<details class="try"><summary>Try it</summary><noscript><p>The form needs JavaScript. The example works without it.</p></noscript></details>
`

const introduction = `<p>Examples call this installation. They read an <a href="/docs/authentication#keys">API key</a> from the variable <code>KEY</code>, or the session cookie of a signed-in person from <code>COOKIE</code>. <code>YOUR_STORE_ID</code> stands for the id of the store, and becomes the id of the store that you opened last in the admin application. <strong>Try it</strong> below the parameters of an operation sends it from this page, with the session of the admin application or with a key. Read <a href="/docs/errors">what the error codes mean</a>.</p>
`

const chapters = (areas: readonly AreaPage[]) =>
  [...Map.groupBy(areas, ({ chapter }) => chapter)]
    .map(([chapter, of]) => `<h2>${escapeHtml(chapter)}</h2>\n<ul class="cards">${of.map(card).join('')}</ul>`)
    .join('\n')

const card = ({ name, title, summary }: AreaPage) =>
  `<li><a href="/docs/reference/${name}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`
