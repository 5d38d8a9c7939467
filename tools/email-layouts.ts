// Mail layouts are compiled here and committed, because the compiler takes half a second and 90 MB to load.
import { readFileSync } from 'node:fs'
import mjml from 'mjml'
import { minifyHtml } from '../server/resources/email/templates/minify-html.ts'

const folder = new URL('../server/resources/email/templates/layouts/', import.meta.url)
const names = [
  'request',
  'confirmation',
  'reply',
  'answer',
  'reward',
  'decision',
  'proof',
  'receipt',
  'leads',
  'message',
]

export const generatedPath = new URL('layouts.generated.ts', folder)

export async function emailLayouts(): Promise<string> {
  const layouts = await Promise.all(names.map(async (name) => [name, await layout(name)] as const))
  return `// Written by tools/write-email-layouts.ts from the files in layouts/.
export const layouts = ${JSON.stringify(Object.fromEntries(layouts), null, 2)} as const\n`
}

async function layout(name: string): Promise<{ mjml: string; html: string; text: string }> {
  const source = withIncludes(`${name}.mjml`)
  const { html } = await mjml(source, { fonts: {}, validationLevel: 'soft' })
  return { mjml: source, html: minifyHtml(html), text: read(`${name}.txt`) + read('footer.txt') }
}

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

/** Includes are resolved here, so that a merchant who starts from a built-in layout gets a self-contained layout. */
const withIncludes = (file: string): string =>
  read(file).replaceAll(/^([ ]*)<mj-include path="([\w.]+)" \/>\n/gm, (_, indent: string, path: string) =>
    withIncludes(path).replaceAll(/^(?=.)/gm, indent),
  )
