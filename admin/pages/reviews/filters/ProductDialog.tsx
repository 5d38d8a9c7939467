import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProductFilters, productsQuery } from '../../../api/products.ts'
import { SearchDialog } from '../../../components/dialogs/SearchDialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { useSettled } from '../../../components/forms/use-settled.ts'
import { SearchItem, SearchList } from '../../../components/lists/SearchList.tsx'
import { ProductPicture } from '../../../components/ProductPicture.tsx'
import { Stars } from '../../../components/values/Stars.tsx'

type Props = {
  storeId: string
  /** Filter of the list while the search field is empty. */
  shownFirst?: ProductFilters
  onChoose(id: string, name: string): void
  onClose(): void
}

const withReviews = { hasReviews: true }

export function ProductDialog({ storeId, shownFirst = withReviews, onChoose, onClose }: Props) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const list = useInfiniteQuery(productsQuery(storeId, q ? { q } : shownFirst))
  const found = list.data?.pages[0]?.data ?? []
  return (
    <SearchDialog title="Choose a product" onClose={onClose}>
      <SearchList
        label="Search products"
        text={text}
        onText={setText}
        isSearching={text.trim() !== q || (list.isFetching && !list.isPending)}
        count={list.isSuccess ? found.length : undefined}
        note={
          <>
            {list.isPending && <Loading rows={4} />}
            {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
            {list.isSuccess && found.length === 0 && (
              <EmptyState
                icon="search"
                title={
                  q ? 'No matching products' : shownFirst.hasReviews ? 'No product has a review yet' : 'No products yet'
                }
              >
                {q && 'Try a part of its title, its SKU, or the id that it has in the shop.'}
              </EmptyState>
            )}
          </>
        }
      >
        {found.map(({ id, title, platformProductId, rating }) => (
          <SearchItem key={id} id={id} onSelect={() => onChoose(id, title ?? platformProductId)}>
            <ProductPicture productId={id} title={title ?? platformProductId} isSmall />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{title ?? platformProductId}</span>
              <span className="truncate text-xs text-quiet">{platformProductId}</span>
            </span>
            {rating.average !== null && <Stars rating={rating.average} className="h-3.5" />}
          </SearchItem>
        ))}
      </SearchList>
    </SearchDialog>
  )
}
