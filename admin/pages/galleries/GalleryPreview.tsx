import { useQueries, useQuery } from '@tanstack/react-query'
import MarkdownIt from 'markdown-it'
import { useEffect, useMemo, useRef } from 'react'
import { spokenIn } from '../../../widgets/gallery/parts.ts'
import styles from '../../../widgets/gallery/styles.css?inline'
import { renderView } from '../../../widgets/gallery/view.ts'
import { wear } from '../../../widgets/styles.ts'
import type { Gallery as ShownGallery } from '../../../widgets/wire.ts'
import type { GalleryItem } from '../../api/content/galleries.ts'
import { storefrontSettingsQuery } from '../../api/content/storefront.ts'
import { ownAddress } from '../../api/photo-address.ts'
import { productQuery } from '../../api/products.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Draft } from './draft.ts'

// Uses the same options as the service: raw HTML is text.
const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting: 20 })
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '')

const most = 24

type Props = { draft: Draft; reader: string; items: readonly GalleryItem[] }

export function GalleryPreview({ draft, reader, items }: Props) {
  const storeId = useStoreId()
  const place = useRef<HTMLDivElement>(null)
  const { data: settings } = useQuery(storefrontSettingsQuery(storeId))
  const shown = useMemo(() => items.filter(({ isShown }) => isShown).slice(0, most), [items])
  const productIds = [...new Set(shown.flatMap((item) => item.productIds))]
  const titles = useQueries({
    queries: productIds.map((id) => productQuery(storeId, id)),
    combine: (results) =>
      JSON.stringify(
        results.flatMap(({ data }) =>
          data?.status === 'active' ? [[data.id, data.title ?? data.platformProductId, data.url]] : [],
        ),
      ),
  })
  const theme = settings?.theme
  useEffect(() => {
    const host = place.current
    if (!host || shown.length === 0) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    wear(root, styles)
    const gallery = buildGallery(draft, reader, shown, JSON.parse(titles))
    const services = { page: noMore, wear: (looks: string) => wear(root, looks) }
    const { element, arrange } = renderView(gallery, spokenIn(reader || 'en'), theme, services)
    root.replaceChildren(element)
    arrange()
  }, [draft, reader, shown, titles, theme])
  if (shown.length === 0)
    return (
      <p className="text-sm text-quiet">
        Nothing to show yet. Shoppers see photos with permission from approved reviews.
      </p>
    )
  return <div ref={place} className="min-h-0! min-w-0" />
}

const noMore = () => Promise.reject(new Error('A preview shows the first page.'))

type Product = [id: string, title: string, url: string | null]

function buildGallery(draft: Draft, reader: string, items: readonly GalleryItem[], products: Product[]): ShownGallery {
  return {
    id: '',
    leadForm: null,
    layout: draft.layout,
    columns: Math.min(6, Math.max(1, draft.columns || 1)),
    title: draft.title.trim() || null,
    descriptionHtml: draft.description.trim() && markdown.render(draft.description),
    items: items.map((item) => ({
      id: item.id,
      url: ownAddress(item.url),
      cardUrl: item.cardUrl && ownAddress(item.cardUrl),
      thumbUrl: item.thumbUrl && ownAddress(item.thumbUrl),
      width: item.width,
      height: item.height,
      alt: item.translations[reader]?.alt || (item.alt ?? ''),
      caption: item.translations[reader]?.caption || item.caption,
      authorName: item.authorName,
      incentive: null,
      relationship: null,
      products: item.productIds.flatMap((id) =>
        products
          .filter(([known]) => known === id)
          .map(([, title, url]) => ({ platformProductId: id, title, url, imageUrl: null })),
      ),
    })),
    pagination: { limit: most, hasMore: false, nextCursor: null },
  }
}
