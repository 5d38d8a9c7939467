import { useQuery } from '@tanstack/react-query'
import { type Shop, shopsKey, testShop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../../components/Dialog.tsx'
import { Loading } from '../../../../components/EmptyState.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { Checks } from '../parts/Checks.tsx'
import { labelOf } from '../parts/labels.ts'

export function TestDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const storeId = useStoreId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...shopsKey(storeId), 'test', shop.id],
    queryFn: () => testShop(storeId, shop.id),
    // Each time the dialog opens, it runs a new test.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Dialog title={`Test of ${labelOf(shop.platform)}`} onClose={onClose}>
      {isFetching ? (
        <Loading rows={3} />
      ) : (
        <div className="grid gap-4">
          {error && <Notice tone="danger">{error.message}</Notice>}
          {data?.ok && <Notice tone="good">All checks passed.</Notice>}
          {data && <Checks result={data} />}
        </div>
      )}
      <DialogActions>
        <Button disabled={isFetching} onClick={() => void refetch()}>
          Test again
        </Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
