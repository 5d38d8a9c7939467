import type { WebPage, WebPageBlock, WebPageKind, WebPageTexts } from '../../api/content/web-pages.ts'

export type DraftBlock = WebPageBlock & { key: number }

export type Draft = {
  kind: WebPageKind
  title: string
  slug: string
  description: string
  blocks: DraftBlock[]
  noindex: boolean
  canonicalUrl: string
  variables: Record<string, string>
  locale: string | null
  translations: Record<string, Texts>
}

/** Texts of one language. If `blocks` is missing, the page's own blocks apply. */
export type Texts = Omit<WebPageTexts, 'blocks'> & { blocks?: DraftBlock[] | undefined }

// New keys are greater than the keys of stored drafts.
let lastKey = Date.now()
export const newBlock = (block: WebPageBlock): DraftBlock => ({ ...block, key: ++lastKey })

export const toDraft = (page: WebPage): Draft => ({
  kind: page.kind,
  title: page.title,
  slug: page.slug,
  description: page.description ?? '',
  blocks: page.blocks.map(newBlock),
  noindex: page.noindex,
  canonicalUrl: page.canonicalUrl ?? '',
  variables: page.variables,
  locale: page.locale,
  translations: eachLanguage(page.translations, ({ blocks, ...texts }) => ({
    ...texts,
    ...(blocks && { blocks: blocks.map(newBlock) }),
  })),
})

const withoutKey = ({ key: _, ...block }: DraftBlock): WebPageBlock => block

export const toBody = (draft: Draft) => ({
  ...draft,
  description: draft.description || null,
  canonicalUrl: draft.canonicalUrl || null,
  blocks: draft.blocks.map(withoutKey),
  translations: eachLanguage(draft.translations, ({ blocks, ...texts }) => ({
    ...texts,
    ...(blocks && { blocks: blocks.map(withoutKey) }),
  })),
})

export type Changes = Partial<ReturnType<typeof toBody>>

const eachLanguage = <One, Other>(all: Readonly<Record<string, One>>, of: (texts: One) => Other) =>
  Object.fromEntries(Object.entries(all).map(([language, texts]): [string, Other] => [language, of(texts)]))
