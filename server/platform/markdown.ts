// Renders what merchants write: CommonMark of which nothing but its own few elements comes out. Raw HTML is shown as the text
// that it is, links lead only where a reader expects, and pictures are the store's own. Nesting is bounded, so that no text
// takes long.
import MarkdownIt from 'markdown-it'
import { readPhotoKey } from './images/keys.ts'
import type { Media } from './storage/media.ts'

/** Of what a text of a merchant may show. */
export type OwnPictures = { storeEnvId: string; media: Pick<Media, 'publicUrl'> }

const maxNesting = 20

const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting })

const schemes = new Set(['http', 'https', 'mailto', 'tel'])

// Called with the address as it will stand in the document: entities and escapes are read by then.
markdown.validateLink = (address) => {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}

const escapeHtml = markdown.utils.escapeHtml

markdown.renderer.rules.image = (tokens, index, _options, env) => {
  const token = tokens[index]
  const alt = escapeHtml(token?.content ?? '')
  const own = ownPicture(String(token?.attrGet('src') ?? ''), env as OwnPictures)
  return own === undefined ? alt : `<img src="${escapeHtml(own)}" alt="${alt}" loading="lazy">`
}

/** The lasting address of a picture of this store; undefined for any other. */
function ownPicture(address: string, { storeEnvId, media }: OwnPictures): string | undefined {
  const base = media.publicUrl('')
  if (!address.startsWith(base)) return undefined
  const [key = ''] = address.slice(base.length).split(/[?#]/)
  return readPhotoKey(key)?.storeEnvId === storeEnvId ? media.publicUrl(key) : undefined
}

/** As HTML that may stand in any page. */
export const renderMarkdown = (source: string, own: OwnPictures): string => markdown.render(source, own)
