import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Gallery } from '../../api/content/galleries.ts'
import { galleriesQuery } from '../../api/content/galleries.ts'
import { type Product, productsQuery } from '../../api/products.ts'
import { FilterSelect, SelectField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

export function useSamples(): { products: Product[]; isLoading: boolean } {
  const storeId = useStoreId()
  const withReviews = useInfiniteQuery(productsQuery(storeId, { hasReviews: true }))
  const all = useInfiniteQuery(productsQuery(storeId, {}))
  const found = [withReviews, all].flatMap(({ data }) => data?.pages[0]?.data ?? [])
  return {
    products: [...new Map(found.map((each) => [each.id, each])).values()].sort(
      (a, b) => b.rating.count - a.rating.count,
    ),
    isLoading: withReviews.isPending || all.isPending,
  }
}

export function useGalleries(): { galleries: Gallery[]; isLoading: boolean } {
  const list = useInfiniteQuery(galleriesQuery(useStoreId(), {}))
  return { galleries: list.data?.pages[0]?.data ?? [], isLoading: list.isPending }
}

type Props<T> = { value: string; options: readonly T[]; isLoading: boolean; onChange(value: string): void }

export function NoProducts() {
  const storeId = useStoreId()
  return (
    <Notice>
      The store has no products yet, so there is no preview. The copied code works as soon as products are added.{' '}
      <Link to="/stores/$storeId/setup" params={{ storeId }} className="font-medium underline underline-offset-4">
        Import products
      </Link>
    </Notice>
  )
}

/** Only the preview uses it. In the shop, each page shows its own product. */
export function SampleProduct({ value, options, onChange }: Omit<Props<Product>, 'isLoading'>) {
  return (
    <FilterSelect
      label="Product of the preview"
      className="h-9 min-w-44 grow"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(({ platformProductId, title, rating }) => (
        <option key={platformProductId} value={platformProductId}>
          {title ?? platformProductId} ({rating.count === 1 ? 'one review' : `${rating.count} reviews`})
        </option>
      ))}
    </FilterSelect>
  )
}

export function GalleryField({ value, options, isLoading, onChange }: Props<Gallery>) {
  const storeId = useStoreId()
  if (options.length === 0)
    return isLoading ? null : (
      <Notice>
        There is no gallery yet.{' '}
        <Link to="/stores/$storeId/galleries" params={{ storeId }} className="font-medium underline underline-offset-4">
          Create a gallery
        </Link>
      </Notice>
    )
  return (
    <SelectField label="Gallery" value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(({ id, name, status }) => (
        <option key={id} value={id}>
          {name}
          {status === 'published' ? '' : ' (not published)'}
        </option>
      ))}
    </SelectField>
  )
}
