import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { productQuery } from '../../../api/products.ts'
import { Icon } from '../../../components/Icon.tsx'

const ProductDialog = lazy(() => import('./ProductDialog.tsx').then((loaded) => ({ default: loaded.ProductDialog })))

type Props = { storeId: string; chosen: string | undefined; onChoose(id: string | undefined): void }

/** A search instead of a select, because a store has too many products. */
export function ProductFilter({ storeId, chosen, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...productQuery(storeId, chosen ?? ''), enabled: chosen !== undefined })
  const name = chosen ? (data?.title ?? data?.platformProductId ?? 'One product') : 'Any product'
  return (
    <span className="inline-flex max-w-full items-center">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Product: ${name}`}
        onClick={() => setIsOpen(true)}
        className={`inline-flex h-9 min-w-0 grow items-center justify-between gap-1.5 rounded-lg border border-line-strong bg-surface px-2 text-sm ${chosen ? 'rounded-r-none' : ''}`}
      >
        <span className="truncate">{name}</span>
        <Icon name="chevronDown" className="size-4 text-quiet" />
      </button>
      {chosen && (
        <button
          type="button"
          aria-label="Show reviews of any product"
          title="Show reviews of any product"
          onClick={() => onChoose(undefined)}
          className="grid h-9 w-8 place-items-center rounded-r-lg border border-l-0 border-line-strong bg-surface text-quiet hover:text-text"
        >
          <Icon name="cross" className="size-4" />
        </button>
      )}
      {isOpen && (
        <Suspense>
          <ProductDialog
            storeId={storeId}
            onClose={() => setIsOpen(false)}
            onChoose={(id) => {
              setIsOpen(false)
              onChoose(id)
            }}
          />
        </Suspense>
      )}
    </span>
  )
}
