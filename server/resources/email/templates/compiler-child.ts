import { htmlToText } from 'html-to-text'
import mjml from 'mjml'
import { components } from 'mjml-core'
import type { Answer } from './compiler.ts'
import { placeIn, replaceLiquid } from './markup.ts'
import { minifyHtml } from './minify-html.ts'

process.on('message', async (source: string) => process.send?.(await compile(source)))
process.send?.('ready')

async function compile(source: string): Promise<Answer> {
  try {
    // No fonts, because the mail program would load them from a third party. No includes, because they read files.
    const { html, errors, json } = await mjml(source, { fonts: {}, validationLevel: 'soft', ignoreIncludes: true })
    // A placeholder that Liquid fills later is not a valid colour or length yet, so these errors are ignored.
    const wrong = errors.filter(({ message }) => !/\{\{|\{%/.test(message))
    const problems = wrong.slice(0, 10).map((error) => `${formatPlace(source, error)}: ${error.message.trim()}`)
    if (problems.length > 0) return { problems }
    const dropped = findDroppedLiquid(source, json).slice(0, 10)
    return { problems, dropped, compiled: { html: minifyHtml(html), text: toText(html) } }
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

type Node = { tagName: string; line?: number; content?: string; children?: readonly Node[] }

/** MJML drops text between two elements without an error. The lines inside a dropped condition would reach everybody. */
function findDroppedLiquid(source: string, { tagName, line = 1, content = '', children = [] }: Node): string[] {
  const inChildren = children.flatMap((child) => findDroppedLiquid(source, child))
  const dropped = keepsText(tagName) ? undefined : findLiquid(content)
  if (dropped === undefined) return inChildren
  const before = source.split('\n', line - 1).join('\n')
  const place = placeIn(source, source.indexOf(dropped, before.length))
  return [
    `${place}: ${dropped} is directly inside <${tagName}>, where MJML drops it. Put it into <mj-raw>`,
    ...inChildren,
  ]
}

/** The published types lack `endingTag`. */
const keepsText = (tagName: string): boolean =>
  (components as Record<string, { endingTag?: boolean } | undefined>)[tagName]?.endingTag === true

function findLiquid(text: string): string | undefined {
  let first: string | undefined
  replaceLiquid(text, (liquid) => {
    first ??= liquid
    return liquid
  })
  return first
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
