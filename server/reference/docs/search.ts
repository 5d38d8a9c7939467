// The reader's browser searches the index, so no query leaves the browser.
import type { Guide } from './guides.ts'

export type FoundCall = { id: string; method: string; path: string; area: string; doc: { summary: string } }
type Entry = { kind: 'Guide' | 'Error code' | 'Call'; title: string; within: string; href: string; text: string }

export const searchIndex = (guides: readonly Guide[], calls: readonly FoundCall[]): string =>
  JSON.stringify([...guides.flatMap(splitSections), ...guides.flatMap(listCodes), ...calls.map(toEntry)])

function splitSections({ slug, title, summary, html }: Guide): Entry[] {
  const [opening = '', ...sections] = html.split(/(?=<h[23] id=")/)
  const whole: Entry = {
    kind: 'Guide',
    title,
    within: '',
    href: `/docs/${slug}`,
    text: `${summary} ${stripHtml(opening)}`,
  }
  return [
    whole,
    ...sections.map((section): Entry => {
      const [, id = '', heading = '', text = ''] =
        /^<h[23] id="([^"]*)">([\s\S]*?) <a class="anchor"[\s\S]*?<\/h[23]>([\s\S]*)$/.exec(section) ?? []
      return {
        kind: 'Guide',
        title: stripHtml(heading),
        within: title,
        href: `/docs/${slug}#${id}`,
        text: stripHtml(text),
      }
    }),
  ]
}

function listCodes({ slug, html }: Guide): Entry[] {
  if (slug !== 'errors') return []
  return html.split(/(?=<h2 id=")/).flatMap((section) => {
    return [...section.matchAll(/<td data-label="Code">([\s\S]*?)<\/td>([\s\S]*?)<\/tr>/g)].flatMap(
      ([, cell = '', rest = '']) =>
        [...cell.matchAll(/<code id="(\w+)">/g)].map(
          ([, code = '']): Entry => ({
            kind: 'Error code',
            title: code,
            within: stripHtml(/>([\s\S]*?) <a/.exec(section)?.[1] ?? ''),
            href: `/docs/errors#${code}`,
            text: stripHtml(rest),
          }),
        ),
    )
  })
}

const toEntry = ({ method, path, area, doc, id }: FoundCall): Entry => ({
  kind: 'Call',
  title: `${method} ${path}`,
  within: area,
  href: `/docs/reference/${area}#${id}`,
  text: `${doc.summary} ${id}`,
})

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** Skips code blocks that repeat an example in another language. */
const stripHtml = (html: string) =>
  html
    .replace(/<div class="code" data-language="(?!bash)\w+"><p class="language">[\s\S]*?<\/pre>/g, ' ')
    .replace(/<p class="title">\w+<\/p>|<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
