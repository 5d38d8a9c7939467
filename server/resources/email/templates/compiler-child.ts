// Runs in a process of its own; see compiler.ts.
import { htmlToText } from 'html-to-text'
import mjml from 'mjml'
import type { Answer } from './compiler.ts'
import { slimHtml } from './slim-html.ts'

process.on('message', async (source: string) => process.send?.(await compile(source)))

async function compile(source: string): Promise<Answer> {
  try {
    // No fonts: they would be fetched from a third party by whoever reads the mail. Includes stay off: they read files.
    const { html, errors } = await mjml(source, { fonts: {}, validationLevel: 'soft', ignoreIncludes: true })
    // A value that Liquid will print is no valid colour or length yet.
    const wrong = errors.filter(({ message }) => !/\{\{|\{%/.test(message))
    const problems = wrong.slice(0, 10).map(({ line, message }) => `line ${line}: ${message.trim()}`)
    return problems.length > 0 ? { problems } : { problems, compiled: { html: slimHtml(html), text: toText(html) } }
  } catch (error) {
    return { problems: [error instanceof RangeError ? 'is nested too deep' : (error as Error).message.slice(0, 300)] }
  }
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
