import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ProductDetail, productQuery, productsQuery } from '../../api/products.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { useSettled } from '../../components/forms/use-settled.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { sharedIdentifier } from './merge-relation.ts'
import { nameOf } from './name-of.ts'
import { ProductStatus } from './ProductsPage.tsx'

const shown = 8

/** Searches for the first SKU, because the target is usually the re-created product. */
const firstText = ({ variants, title }: ProductDetail) => variants.find(({ sku }) => sku)?.sku ?? title ?? ''

export function MergeTargetSearch({
  product,
  onChoose,
}: {
  product: ProductDetail
  onChoose(target: ProductDetail): void
}) {
  const storeId = useStoreId()
  const id = useId()
  const [text, setText] = useState(() => firstText(product).slice(0, 200))
  const q = useSettled(text.trim())
  const found = useInfiniteQuery(productsQuery(storeId, q === '' ? {} : { q }))
  const rows = (found.data?.pages[0]?.data ?? []).filter((each) => each.id !== product.id).slice(0, shown)
  const details = useQueries({ queries: rows.map((row) => productQuery(storeId, row.id)) })
  return (
    <form className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={id} className="text-sm font-medium">
        Find the product that gets the reviews
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        className="control"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.isPending && <Loading rows={3} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && rows.length === 0 && (
        <EmptyState icon="search" title="No other product found">
          Titles, handles, platform ids and SKUs are searched.
        </EmptyState>
      )}
      <ul aria-label="Products to merge into" className="grid divide-y divide-line">
        {rows.map((row, at) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
                <ProductStatus status={row.status} />
              </p>
              <p className="text-xs break-all text-quiet">{row.platformProductId}</p>
            </div>
            <Choice product={product} name={nameOf(row)} query={details[at]} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </form>
  )
}

type ChoiceProps = {
  product: ProductDetail
  name: string
  query: { data?: ProductDetail | undefined; isError: boolean } | undefined
  onChoose(target: ProductDetail): void
}

function Choice({ product, name, query, onChoose }: ChoiceProps) {
  const target = query?.data
  if (!target)
    return <p className="text-sm text-quiet">{query?.isError ? 'This product could not be loaded.' : 'Loading…'}</p>
  const shared = sharedIdentifier(product, target)
  if (!shared)
    return <p className="max-w-60 text-sm text-quiet">Shares no SKU and no valid GTIN, so it cannot be merged.</p>
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-xs break-all text-quiet">
        {shared.kind === 'sku' ? 'Same SKU' : 'Same GTIN'}: {shared.value}
      </span>
      <Button size="small" onClick={() => onChoose(target)}>
        Choose<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
