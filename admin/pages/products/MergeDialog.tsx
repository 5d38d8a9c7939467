import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeProduct, type ProductDetail } from '../../api/products.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { MergeTargetSearch } from './MergeTargetSearch.tsx'
import { nameOf } from './name-of.ts'
import { WhatMerges } from './WhatMerges.tsx'

type Props = { product: ProductDetail; onClose(): void }

export function MergeDialog({ product, onClose }: Props) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [target, setTarget] = useState<ProductDetail>()
  const merging = useMutation({
    mutationFn: (into: string) => mergeProduct(storeId, product.id, into),
    // A call that failed may still have moved some reviews, so the data is read again after errors too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [storeId] }),
  })
  if (merging.data && target)
    return (
      <Dialog title="Reviews moved" onClose={onClose}>
        <Result {...merging.data} target={nameOf(target)} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )
  if (!target)
    return (
      <Dialog title={`Merge ${nameOf(product)} into…`} onClose={onClose}>
        <MergeTargetSearch product={product} onChoose={setTarget} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title="Merge these products?" onClose={onClose}>
      <p className="wrap-anywhere">
        Everything that customers left with <strong>{nameOf(product)}</strong> moves to{' '}
        <strong>{nameOf(target)}</strong>.
      </p>
      <WhatMerges productId={product.id} />
      <p className="text-sm text-quiet">
        Later orders and reviews of the old product count for the new one. To undo this, merge in the other direction:
        all reviews of the new product move then.
      </p>
      {merging.error && <Notice tone="danger">{merging.error.message}</Notice>}
      <DialogActions>
        <Button
          onClick={() => {
            merging.reset()
            setTarget(undefined)
          }}
          disabled={merging.isPending}
        >
          Back
        </Button>
        <Button look="primary" isBusy={merging.isPending} onClick={() => merging.mutate(target.id)}>
          Merge
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The service moves up to this many reviews per call. A smaller number means that the merge is finished. */
const many = 5_000

function Result({ moved, skipped, target }: { moved: number; skipped: number; target: string }) {
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="wrap-anywhere">
        {moved.toLocaleString(shownLocale)} {moved === 1 ? 'review' : 'reviews'} moved to {target}.
      </p>
      {skipped > 0 && (
        <p className="text-sm text-quiet">
          {skipped.toLocaleString(shownLocale)} {skipped === 1 ? 'review was' : 'reviews were'} skipped: the order
          already has a review of the new product.
        </p>
      )}
      {moved >= many && (
        <p className="text-sm text-quiet">If more reviews are left, they move in the background within minutes.</p>
      )}
    </div>
  )
}
