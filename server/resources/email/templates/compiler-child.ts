import { htmlToText } from 'html-to-text'
import mjml from 'mjml'
import type { Answer } from './compiler.ts'
import { minifyHtml } from './minify-html.ts'

process.on('message', async (source: string) => process.send?.(await compile(source)))
process.send?.('ready')

async function compile(source: string): Promise<Answer> {
  try {
    // No fonts, because the mail program would load them from a third party. No includes, because they read files.
    const { html, errors } = await mjml(source, { fonts: {}, validationLevel: 'soft', ignoreIncludes: true })
    // A placeholder that Liquid fills later is not a valid colour or length yet, so these errors are ignored.
    const wrong = errors.filter(({ message }) => !/\{\{|\{%/.test(message))
    const problems = wrong.slice(0, 10).map((error) => `${formatPlace(source, error)}: ${error.message.trim()}`)
    return problems.length > 0 ? { problems } : { problems, compiled: { html: minifyHtml(html), text: toText(html) } }
  } catch (error) {
    if (error instanceof RangeError) return { problems: ['is nested too deep'] }
    const { message } = error as Error
    return { problems: [/^Parsing failed/.test(message) ? notMjml : message.slice(0, 300)] }
  }
}

const notMjml = 'line 1, column 1: is not MJML, which begins with <mjml> and has an <mj-body>'

function formatPlace(source: string, { line, tagName }: { line: number; tagName: string }): string {
  const column = (source.split('\n')[line - 1] ?? '').indexOf(`<${tagName}`)
  return `line ${line}, column ${Math.max(column, 0) + 1}`
}

const toText = (html: string): string =>
  htmlToText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'div[style*="display:none"]', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
