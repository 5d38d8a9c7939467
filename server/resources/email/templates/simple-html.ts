// Markup is rebuilt from an allow-list, so that it cannot break out of its place in the layout. Blank lines separate
// paragraphs.
import { Tokenizer } from 'htmlparser2'
import { escapeHtml, Html, unescapeHtml } from './html.ts'

type Style = { link: string }
type Attributes = Record<string, string>
type Callbacks = ConstructorParameters<typeof Tokenizer>[1]

const blocks = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr']
const inlines = ['strong', 'b', 'em', 'i', 'u', 's', 'small', 'a', 'br', 'img']
const empty = ['br', 'hr', 'img']

export const allowedTags: readonly string[] = [...blocks, ...inlines]

const styles: Record<string, string> = {
  p: 'margin:0 0 16px;',
  h2: 'margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:700;',
  h3: 'margin:0 0 8px;font-size:17px;line-height:1.3;font-weight:700;',
  ul: 'margin:0 0 16px;',
  ol: 'margin:0 0 16px;',
  li: 'margin:0 0 6px;',
  blockquote: 'margin:0 0 16px;padding:0 16px;font-style:italic;',
  hr: 'margin:0 0 16px;border:0;border-top:1px solid #d5d8dd;',
  img: 'max-width:100%;height:auto;border:0;',
}

/** A library tokenises the markup, because hand-written parsers fail on malicious input. */
export function cleanHtml(markup: string, style: Style): Html {
  const writer = new Writer(style)
  // The tokenizer only reports tags and text. The writer opens and closes elements as browsers would.
  const tokens = new Tokenizer({ decodeEntities: false }, new Reader(markup, writer))
  tokens.write(markup)
  tokens.end()
  return new Html(writer.end())
}

class Reader implements Callbacks {
  private readonly markup: string
  private readonly writer: Writer
  private words = ''
  private name = ''
  private attribute = ''
  private value = ''
  private attributes: Record<string, string> = {}

  constructor(markup: string, writer: Writer) {
    this.markup = markup
    this.writer = writer
  }

  ontext(start: number, end: number): void {
    this.words += this.markup.slice(start, end)
  }

  ontextentity(): void {}

  onopentagname(start: number, end: number): void {
    this.name = this.markup.slice(start, end).toLowerCase()
    this.attributes = {}
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.markup.slice(start, end).toLowerCase()
    this.value = ''
  }

  onattribdata(start: number, end: number): void {
    this.value += this.markup.slice(start, end)
  }

  onattribentity(): void {}

  onattribend(): void {
    // Browsers use the first of two attributes with one name.
    this.attributes[this.attribute] ??= this.value
  }

  onopentagend(): void {
    this.flush()
    this.writer.open(this.name, this.attributes)
  }

  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    this.flush()
    this.writer.close(this.markup.slice(start, end).toLowerCase())
  }

  onend(): void {
    this.flush()
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private flush(): void {
    if (this.words !== '') this.writer.text(this.words)
    this.words = ''
  }
}

class Writer {
  private readonly out: string[] = []
  private readonly opened: string[] = []
  /** True inside a paragraph that a blank line can end. */
  private loose = false
  private readonly style: Style

  constructor(style: Style) {
    this.style = style
  }

  text(text: string): void {
    const clean = text
      .replaceAll(/&(?!(?:#\d+|#x[0-9a-f]+|\w+);)/gi, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    if (this.insideBlock()) this.out.push(clean)
    else this.looseText(clean)
  }

  open(name: string, attributes: Attributes): void {
    if (!allowedTags.includes(name)) return
    if (blocks.includes(name)) this.endLoose()
    else if (!this.insideBlock()) this.beginLoose()
    this.out.push(`<${name}${this.renderAttributes(name, attributes)}>`)
    if (!empty.includes(name)) this.opened.push(name)
  }

  close(name: string): void {
    const at = this.opened.lastIndexOf(name)
    // An end tag without its start would end an element of the layout.
    if (at === -1 || (this.loose && name === 'p')) return
    this.closeTo(at)
  }

  end(): string {
    this.closeTo(0)
    return this.out.join('')
  }

  private insideBlock(): boolean {
    return !this.loose && this.opened.some((name) => blocks.includes(name))
  }

  private looseText(text: string): void {
    for (const [i, part] of text.split(/\n[ \t\r]*\n\s*/).entries()) {
      if (i > 0) this.endLoose()
      const words = this.loose ? part : part.trimStart()
      if (words === '') continue
      this.beginLoose()
      for (const [line, text] of words.split('\n').entries()) this.out.push(...(line > 0 ? ['<br>', text] : [text]))
    }
  }

  private beginLoose(): void {
    if (this.loose) return
    this.loose = true
    this.out.push(`<p dir="auto" style="${styles.p}">`)
    this.opened.push('p')
  }

  private endLoose(): void {
    if (!this.loose) return
    this.loose = false
    for (let last = this.out.pop(); last !== undefined; last = this.out.pop()) {
      const kept = last.trimEnd()
      if (kept === '' || kept === '<br>') continue
      this.out.push(kept)
      break
    }
    this.closeTo(this.opened.lastIndexOf('p'))
  }

  private closeTo(at: number): void {
    if (at === -1) return
    while (this.opened.length > at) this.out.push(`</${this.opened.pop()}>`)
    if (!this.opened.includes('p')) this.loose = false
  }

  private renderAttributes(name: string, attributes: Attributes): string {
    const dir = blocks.includes(name) && name !== 'hr' ? ' dir="auto"' : ''
    const style = styles[name] ? ` style="${styles[name]}"` : ''
    if (name === 'a') return ` href="${linkIn(attributes)}" style="color:${this.style.link};"`
    if (name === 'img')
      return ` src="${imageIn(attributes)}" alt="${readAttribute(attributes, 'alt')}"${widthIn(attributes)}${style}`
    return dir + style
  }
}

const readAttribute = (attributes: Attributes, name: string): string =>
  escapeHtml(unescapeHtml(Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : ''))

const linkIn = (attributes: Attributes): string => {
  const href = readAttribute(attributes, 'href').trim()
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) ? href : '#'
}

const imageIn = (attributes: Attributes): string => {
  const src = readAttribute(attributes, 'src').trim()
  return /^https?:\/\//i.test(src) ? src : ''
}

const widthIn = (attributes: Attributes): string => {
  const width = readAttribute(attributes, 'width')
  return /^\d{1,3}$/.test(width) ? ` width="${width}"` : ''
}

export function toPlainText({ markup }: Html): string {
  const text = markup
    .replaceAll('<br>', '\n')
    .replaceAll(/<hr[^>]*>/g, '\n---\n\n')
    .replaceAll(/<li[^>]*>/g, '- ')
    .replaceAll(/<\/li>/g, '\n')
    .replaceAll(/<\/(p|h2|h3|blockquote|ul|ol)>/g, '\n\n')
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<a href="([^"]*)"[^>]*>([^<]*)/g, (_, href: string, words: string) =>
      href === '#' || words.trim() === href ? words : `${words.trimEnd()} (${href})`,
    )
    .replaceAll(/<[^>]*>/g, '')
  return tidyText(unescapeHtml(text))
}

export const tidyText = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
