// An incomplete guide prevents the start, because a clear error is better than an unreachable page.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Heading, renderMarkdown } from './markdown.ts'

export interface Guide {
  slug: string
  title: string
  order: number
  section: string
  summary: string
  markdown: string
  html: string
  headings: Heading[]
}

/** Guides contain the origin of `npm start`, because people also read them in the repository. */
const writtenOrigin = 'http://127.0.0.1:8080'

/** Matches a passage about plans. Such passages are removed where no plans are sold. */
const aboutPlans = /<!-- plans -->([\s\S]*?)<!-- \/plans -->/g

export async function readGuides(folder: string, origin: string, hasPlans = true): Promise<Guide[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const guides = await Promise.all(
    files.map(async (name) => {
      const source = await readFile(join(folder, name), 'utf8')
      return parseGuide(
        name.slice(0, -'.md'.length),
        source.replaceAll(writtenOrigin, origin).replace(aboutPlans, hasPlans ? '$1' : ''),
      )
    }),
  )
  const sorted = guides.sort((a, b) => a.order - b.order || a.slug.localeCompare(b.slug))
  // All guides of a section follow its first guide, so that "next" leads to the next page of the navigation.
  return [...Map.groupBy(sorted, ({ section }) => section).values()].flat()
}

export function parseGuide(slug: string, source: string): Guide {
  const [, matter = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
  const fields = new Map(matter.split(/\r?\n/).map((line) => splitOnce(line, ':')))
  const read = (name: string): string => {
    const value = fields.get(name)
    if (!value) throw new Error(`docs/guides/${slug}.md: front matter lacks "${name}"`)
    return value
  }
  const order = Number(read('order'))
  if (!Number.isInteger(order)) throw new Error(`docs/guides/${slug}.md: "order" is not a whole number`)
  let rendered: ReturnType<typeof renderMarkdown> | undefined
  const render = () => (rendered ??= renderMarkdown(body))
  return {
    slug,
    title: read('title'),
    order,
    section: read('section'),
    summary: read('summary'),
    markdown: body.trim(),
    get html() {
      return render().html
    },
    get headings() {
      return render().headings
    },
  }
}

function splitOnce(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator)
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
