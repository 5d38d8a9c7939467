// Converts Markdown to HTML. Raw HTML is not escaped, so never pass a customer's text.

import { Marked, type Token, type Tokens } from 'marked'
import { type Example, inEveryLanguage, languages } from './examples/languages.ts'
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
  /** Each row of error codes gets an anchor, so that links can name a code. */
  const withPlaces = (cell: string) =>
    cell.replace(/<code>(\w+)<\/code>/g, (code, name: string) => {
      if (codes.has(name)) return code
      codes.add(name)
      return `<code id="${name}">${name}</code>`
    })
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const { id, html } = withOwnId(this.parser.parseInline(tokens))
        const heading = { id: id ?? newId(text), depth, html }
        headings.push(heading)
        if (depth === 1) return `<h1>${heading.html}</h1>\n`
        const anchor = `<a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${heading.id}">${heading.html} ${anchor}</h${depth}>\n`
      },
      code({ text, lang }: Tokens.Code) {
        const language = languageOf(lang)
        if (!text.includes('\n')) return codeBlock({ language, code: text }, '', ' line')
        return codeBlock(
          { language, code: text },
          `<p class="title">${names.get(language) ?? languages.get(language) ?? 'Text'}</p>`,
        )
      },
      /** A paragraph of nothing but links offers a choice, so its links look like buttons. */
      paragraph({ tokens }: Tokens.Paragraph) {
        const html = this.parser.parseInline(tokens)
        const links = tokens.filter(({ type }) => type === 'link')
        const isChoice = links.length > 1 && tokens.every((each) => each.type === 'link' || each.raw.trim() === '')
        if (!isChoice) return `<p>${html}</p>\n`
        return `<p class="doors">${html.replace('<a', '<a class="button"').replaceAll('<a href', '<a class="button quiet" href')}</p>\n`
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
      image: ({ href, text, title }: Tokens.Image) => renderPicture(href, text, title === topOnly),
      link({ href, tokens }: Tokens.Link) {
        const external = /^https?:/.test(href) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(servedAddress(href))}"${external}>${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  return { html: marked.parser(withLanguages(marked.lexer(source))), headings }
}

function withOwnId(html: string): { id: string | undefined; html: string } {
  const [own, id] = / \{#([\w.-]+)\}$/.exec(html) ?? ['']
  return { id, html: html.slice(0, html.length - own.length) }
}

/**
 * Guides name the light picture, which is also what a repository shows. The dark one has the same name with `-dark`.
 */
const lightPicture = /^pictures\/([\w-]+)-light\.webp$/

/** Title of a picture whose lower half is empty. The page shows its top, and the whole picture on demand. */
const topOnly = 'Top of the page'

/** A link opens the whole picture, because phones show a part of it. */
function renderPicture(href: string, text: string, isTop: boolean): string {
  const [, name] = lightPicture.exec(href) ?? []
  if (!name) throw new Error(`A guide shows ${href}. Its pictures must be docs/guides/pictures/NAME-light.webp.`)
  const address = `/docs/pictures/${name}`
  return `<a class="picture${isTop ? ' upper' : ''}" href="${address}-light.webp" title="Open the whole picture"><picture><source media="(prefers-color-scheme: dark)" srcset="${address}-dark.webp"><img src="${address}-light.webp" alt="${escapeHtml(text)}" width="1280" height="800" loading="lazy" decoding="async"></picture></a>`
}

const languageOf = (fence: string | undefined): string => fence?.split(/\s/)[0] ?? ''

/** Titles of blocks whose language has no tab. */
const names: ReadonlyMap<string, string> = new Map([
  ['bash', 'Shell'],
  ['sh', 'Shell'],
  ['css', 'CSS'],
  ['html', 'HTML'],
  ['http', 'HTTP'],
  ['ini', 'Settings'],
  ['js', 'JavaScript'],
  ['json', 'JSON'],
  ['liquid', 'Liquid'],
  ['sql', 'SQL'],
  ['tsx', 'TypeScript'],
  ['xml', 'XML'],
])

function codeBlock({ language, code }: Example, label: string, look = ''): string {
  const named = language && language !== 'text' ? ` data-language="${escapeHtml(language)}"` : ''
  return `<div class="code${look}"${named}>${label}<pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>\n`
}

/** One example in several languages. All are shown, one below the other, until the page's script adds the choice. */
function inLanguages(examples: readonly Example[]): Token {
  const blocks = examples.map((example) =>
    codeBlock(example, `<p class="language">${languages.get(example.language) ?? example.language}</p>`),
  )
  return { type: 'html', block: true, pre: false, raw: '', text: `<div class="languages">\n${blocks.join('')}</div>\n` }
}

/** Adjacent blocks of different languages form one example, and a curl call gets the other languages. */
function withLanguages(tokens: readonly Token[]): Token[] {
  // Empty lines between blocks are tokens too, but render nothing.
  const visible = tokens.filter(({ type }) => type !== 'space')
  const shown: Token[] = []
  for (let at = 0; at < visible.length; at++) {
    const token = visible[at] as Token
    const examples = examplesFrom(visible, at)
    const [only] = examples
    const all = examples.length === 1 && only?.language === 'bash' ? inEveryLanguage(only.code) : examples
    shown.push(all.length > 1 ? inLanguages(all) : token)
    at += Math.max(0, examples.length - 1)
  }
  return shown
}

function examplesFrom(tokens: readonly Token[], from: number): Example[] {
  const examples: Example[] = []
  for (const token of tokens.slice(from)) {
    const language = token.type === 'code' ? languageOf(token.lang) : ''
    if (!languages.has(language) || examples.some((each) => each.language === language)) break
    examples.push({ language, code: (token as Tokens.Code).text })
  }
  return examples
}

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
