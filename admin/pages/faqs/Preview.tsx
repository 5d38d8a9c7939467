import MarkdownIt from 'markdown-it'
import { useMemo } from 'react'
import { Preview as Frame } from '../../components/Preview.tsx'

// Uses the same options as the service: raw HTML is text, and pictures become their alternative text.
const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting: 20 })
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '')

export function Preview({ markdown: source }: { markdown: string }) {
  const html = useMemo(() => markdown.render(source), [source])
  return (
    <Frame>
      <div
        dir="auto"
        className="grid gap-2 rounded-lg border border-line p-3 break-words [&_a]:text-accent [&_a]:underline [&_ol]:list-decimal [&_ol]:ps-5 [&_ul]:list-disc [&_ul]:ps-5"
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Frame>
  )
}
