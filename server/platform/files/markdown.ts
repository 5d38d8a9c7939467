// Raw HTML becomes text, links lead only to expected places, and only the store's own pictures are shown. Nesting is
// bounded, so that no text takes long to render.
import MarkdownIt from 'markdown-it'
import { readPhotoKey } from './images/keys.ts'
import type { Media } from './storage/media.ts'

export type OwnPictures = { storeEnvId: string; media: Pick<Media, 'publicUrl'> } & Placing

export type Placing = {
  /** Number of heading levels that the page itself uses above the text. */
  headings?: number
  /** The shop's origin, set when the page has another origin. Links to `/…` then lead to the shop. */
  shop?: string | undefined
  sizes?: ReadonlyMap<string, { width: number; height: number }>
}

const maxNesting = 20

const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting })

const schemes = new Set(['http', 'https', 'mailto', 'tel'])

export function isLink(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}

// markdown-it calls this function with the final address, after it decoded entities and escapes.
markdown.validateLink = isLink

export const inShop = (address: string, shop: string | undefined): string =>
  shop !== undefined && /^\/(?!\/)/.test(address) ? shop + address : address

markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  token?.attrSet('href', inShop(String(token.attrGet('href') ?? ''), (env as OwnPictures).shop))
  return renderer.renderToken(tokens, index, options)
}

const heading: NonNullable<(typeof markdown.renderer.rules)[string]> = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const above = (env as OwnPictures).headings ?? 0
  if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + above)}`
  return renderer.renderToken(tokens, index, options)
}
markdown.renderer.rules.heading_open = heading
markdown.renderer.rules.heading_close = heading

const escapeHtml = markdown.utils.escapeHtml

markdown.renderer.rules.image = (tokens, index, _options, env) => {
  const token = tokens[index]
  const alt = escapeHtml(token?.content ?? '')
  const own = ownPicture(String(token?.attrGet('src') ?? ''), env as OwnPictures)
  if (own === undefined) return alt
  const { width, height } = (env as OwnPictures).sizes?.get(own.id) ?? {}
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  return `<img src="${escapeHtml(own.url)}" alt="${alt}"${size} loading="lazy">`
}

/** The permanent address of this store's picture; undefined for any other address. */
function ownPicture(address: string, { storeEnvId, media }: OwnPictures): { url: string; id: string } | undefined {
  const base = media.publicUrl('')
  if (!address.startsWith(base)) return undefined
  const [key = ''] = address.slice(base.length).split(/[?#]/)
  const photo = readPhotoKey(key)
  return photo?.storeEnvId === storeEnvId ? { url: media.publicUrl(key), id: photo.photoId } : undefined
}

/** Returns HTML that is safe in any page. */
export const renderMarkdown = (source: string, own: OwnPictures): string => markdown.render(source, own)

const pictureId = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]{16,32}\./g

export const idsOfPictures = (source: string): string[] => [
  ...new Set([...source.matchAll(pictureId)].flatMap(([, id]) => id ?? [])),
]
