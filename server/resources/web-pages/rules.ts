import { isLink } from '#platform/files/markdown.ts'
import { isAllowedOrigin } from '#platform/storefront/origins.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import { parseTag, someText } from '#platform/values/translations.ts'
import {
  type Block,
  type Kind,
  limits,
  type NewWebPage,
  type Translation,
  type Version,
  type WebPage,
  type WebPageChanges,
  type WebPageEntry,
} from './schema.ts'
import { readVariables } from './variables.ts'

export type Content = {
  kind: Kind
  title: string
  description: string | null
  blocks: Block[]
  noindex: boolean
  canonicalUrl: string | null
  variables: Record<string, string>
  locale: string | null
  translations: Record<string, Translation>
}

export type EntryRow = Omit<WebPageEntry, 'status' | 'url'> & { handle: string | null }
export type PageRow = EntryRow & Content
export type VersionRow = Omit<Version, 'isPublished' | 'createdBy'> & {
  id: string
  publishedVersion: number | null
  savedByType: string
  savedById: string | null
}

export const toEntry = ({ handle, ...row }: EntryRow, origin: string): WebPageEntry => ({
  ...row,
  status: row.publishedVersion === null ? 'draft' : 'published',
  url: handle === null ? null : buildAddress(origin, handle, row.slug),
})

export const toPage = (row: PageRow, origin: string): WebPage => ({ ...row, ...toEntry(row, origin) })

export const toVersion = ({ id: _, publishedVersion, savedByType, savedById, ...row }: VersionRow): Version => ({
  ...row,
  createdBy: { type: savedByType, ...(savedById !== null && { id: savedById }) },
  isPublished: row.version === publishedVersion,
})

export const buildAddress = (origin: string, handle: string, slug: string): string => `${origin}/p/${handle}/${slug}`

export const toContent = (page: Omit<NewWebPage, 'slug'>, origins: readonly string[]): Content => {
  const content = {
    kind: page.kind,
    title: page.title.trim(),
    description: someText(page.description),
    blocks: page.blocks ? readBlocks(page.blocks, '/blocks') : blocksOfKind(page.kind),
    noindex: page.noindex ?? false,
    canonicalUrl: readCanonicalUrl(page.canonicalUrl, origins),
    variables: readVariables(page.variables),
    locale: page.locale == null ? null : parseTag(page.locale, '/locale'),
    translations: parseTranslations(page.translations),
  }
  if (countCharacters(content) > limits.characters)
    throw invalidField('/blocks', `with all translations must not be longer than ${limits.characters} characters`)
  return content
}

/** Omitted fields are unchanged; `blocks`, `variables` and `translations` are replaced completely. */
export function changedContent(row: PageRow, changes: WebPageChanges, origins: readonly string[]): Content {
  const { version: _, slug: __, ...said } = changes
  const { kind, title, description, blocks, noindex, canonicalUrl, variables, locale, translations } = row
  const before = { kind, title, description, blocks, noindex, canonicalUrl, variables, locale, translations }
  // The store may have removed the origin of a stored canonical address. The address is validated again only when it is
  // sent again.
  const stays = said.canonicalUrl === undefined && canonicalUrl !== null
  return toContent({ ...before, ...said }, stays ? [...origins, new URL(canonicalUrl).origin] : origins)
}

export function requireNewest({ version }: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== version)
    throw conflict(
      `This page was changed by someone else: version ${version} is the newest. Read it again and repeat your change.`,
    )
}

export function namedIn({ blocks = [], translations = {} }: Pick<WebPageChanges, 'blocks' | 'translations'>) {
  const all = [...blocks, ...Object.values(translations).flatMap((each) => each.blocks ?? [])]
  return {
    productIds: [...new Set(all.flatMap(({ productIds = [] }) => productIds.map((id) => id.toLowerCase())))],
    galleryIds: [...new Set(all.flatMap(({ galleryId }) => galleryId?.toLowerCase() ?? []))],
  }
}

const blocksOfKind = (kind: Kind): Block[] =>
  kind === 'reviews' ? [{ type: 'reviews' }] : kind === 'faq' ? [{ type: 'faqs' }] : []

const readBlocks = (blocks: readonly Block[], path: string): Block[] =>
  blocks.map((block, i) => readBlock(block, `${path}/${i}`))

function readBlock(block: Block, path: string): Block {
  const productIds = block.productIds?.map((id) => id.toLowerCase())
  const { subject, limit, group, galleryId, label, url } = block
  switch (block.type) {
    case 'markdown':
      return { type: 'markdown', text: required(block.text, path, 'text') }
    case 'reviews':
      if (subject === 'shop' && productIds?.length)
        throw invalidField(`${path}/productIds`, 'must be left out for reviews of the shop')
      return {
        type: 'reviews',
        ...(subject === 'shop' && { subject }),
        ...(productIds?.length && { productIds }),
        ...(limit !== undefined && { limit }),
      }
    case 'faqs': {
      const said = someText(group)
      return { type: 'faqs', ...(said !== null && { group: said }) }
    }
    case 'gallery':
      return { type: 'gallery', galleryId: required(galleryId, path, 'galleryId').toLowerCase() }
    case 'products':
      return { type: 'products', productIds: required(productIds, path, 'productIds') }
    case 'button':
      return {
        type: 'button',
        label: required(someText(label) ?? undefined, path, 'label'),
        url: readLink(required(url, path, 'url'), `${path}/url`),
      }
  }
}

function required<T>(value: T | undefined, path: string, name: string): T {
  if (value === undefined) throw invalidField(`${path}/${name}`, 'is required for a block of this type')
  return value
}

/** Browsers ignore white space and control characters, also within `java\tscript:`. */
function readLink(text: string, path: string): string {
  const address = text.trim()
  if (address === '' || /[\s\p{Cc}\\]/u.test(address) || !isLink(address))
    throw invalidField(path, 'must begin with https:, http:, mailto: or tel:, or be an address within the shop')
  return address
}

function readCanonicalUrl(text: string | null | undefined, origins: readonly string[]): string | null {
  const said = someText(text)
  if (said === null) return null
  const url = URL.canParse(said) ? new URL(said) : undefined
  if (!url || url.username + url.password !== '' || !isAllowedOrigin(url.origin, origins))
    throw invalidField('/canonicalUrl', `must be an address on an origin of the store: ${origins.join(', ')}`)
  url.hash = ''
  return url.href
}

function parseTranslations(said: Record<string, Translation> = {}): Record<string, Translation> {
  const read = Object.entries(said).map(([name, texts]): [string, Translation] => {
    const path = `/translations/${name}`
    const title = someText(texts.title)
    const description = someText(texts.description)
    return [
      parseTag(name, path),
      {
        ...(title !== null && { title }),
        ...(description !== null && { description }),
        ...(texts.blocks && { blocks: readBlocks(texts.blocks, `${path}/blocks`) }),
      },
    ]
  })
  const twice = read.find(([tag], i) => read.findIndex(([other]) => other === tag) !== i)
  if (twice) throw invalidField(`/translations/${twice[0]}`, 'is given twice')
  return Object.fromEntries(read.filter(([, texts]) => Object.keys(texts).length > 0))
}

function countCharacters({ blocks, translations }: Content): number {
  const all = [...blocks, ...Object.values(translations).flatMap((each) => each.blocks ?? [])]
  return all.reduce((sum, { text = '' }) => sum + text.length, 0)
}
