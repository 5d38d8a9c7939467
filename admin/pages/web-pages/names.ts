import type { WebPageBlock, WebPageEntry, WebPageKind } from '../../api/content/web-pages.ts'

export const kindNames: Record<WebPageKind, string> = {
  reviews: 'Reviews',
  faq: 'Questions and answers',
  gallery: 'Photos',
  landing: 'Anything else',
}

export const blockNames: Record<WebPageBlock['type'], string> = {
  markdown: 'Text',
  reviews: 'Reviews',
  faqs: 'FAQs',
  gallery: 'Gallery',
  products: 'Products',
  button: 'Button',
}

export const buildSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '')

export const slugPattern = '[a-z0-9]+(-[a-z0-9]+)*'

export const hasNewerVersion = ({ version, publishedVersion }: Pick<WebPageEntry, 'version' | 'publishedVersion'>) =>
  publishedVersion !== null && publishedVersion !== version
