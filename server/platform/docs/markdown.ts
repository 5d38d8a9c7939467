// Turns the repository's Markdown into HTML for the documentation pages.
// Only for texts that are part of the repository: raw HTML passes through, so no text of a customer may come here.

import { Marked, type Tokens } from 'marked'
import { escapeHtml, highlight } from './highlight.ts'

export interface Heading {
  id: string
  depth: number
  html: string
}

interface RenderedMarkdown {
  html: string
  headings: Heading[]
}

export function renderMarkdown(source: string): RenderedMarkdown {
  const headings: Heading[] = []
  const newId = headingIds()
  const codes = new Set<string>()
  /** Codes are looked for by name: each row of theirs is a place that a link leads to. */
  const withPlaces = (cell: string) =>
    cell.replace(/<code>(\w+)<\/code>/g, (code, name: string) => {
      if (codes.has(name)) return code
      codes.add(name)
      return `<code id="${name}">${name}</code>`
    })
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const heading = { id: newId(text), depth, html: this.parser.parseInline(tokens) }
        headings.push(heading)
        if (depth === 1) return `<h1>${heading.html}</h1>\n`
        const anchor = `<a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${heading.id}">${heading.html} ${anchor}</h${depth}>\n`
      },
      code({ text, lang }: Tokens.Code) {
        const language = lang?.split(/\s/)[0] ?? ''
        const label = language && language !== 'text' ? ` data-language="${escapeHtml(language)}"` : ''
        return `<div class="code"${label}><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
        const labels = header.map(({ text }) => escapeHtml(text.replaceAll('`', '')))
        const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')
        const body = rows.map((row) =>
          row
            .map((cell, i) => {
              const text = labels[i] === 'Code' ? withPlaces(inline(cell)) : inline(cell)
              return `<td data-label="${labels[i]}">${text}</td>`
            })
            .join(''),
        )
        const kind = header.length > 2 ? 'table stacks' : 'table'
        return `<div class="${kind}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody><tr>${body.join('</tr>\n<tr>')}</tr></tbody></table></div>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const external = /^https?:/.test(href) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(servedAddress(href))}"${external}>${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  return { html: marked.parse(source, { async: false }), headings }
}

// Texts link to each other as files, so that they also work when read in the repository.
function servedAddress(href: string): string {
  const [, file, fragment = ''] =
    /^(?:\.\/|\.\.\/\.\.\/|docs\/guides\/|(?:\.\.\/|docs\/)runbooks\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return file ? `/docs/${file.toLowerCase()}${fragment}` : href
}

function headingIds(): (text: string) => string {
  const used = new Map<string, number>()
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-')
    const count = used.get(id) ?? 0
    used.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
