import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { productQuery } from '../../api/products.ts'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { nameOf } from './name-of.ts'

export function MergedNotice({ intoId }: { intoId: string }) {
  const storeId = useStoreId()
  const { data: target } = useQuery(productQuery(storeId, intoId))
  return (
    <Notice icon="box">
      This product was merged. Its reviews and orders belong to{' '}
      <Link
        to="/stores/$storeId/products/$productId"
        params={{ storeId, productId: intoId }}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        {target ? nameOf(target) : 'another product'}
      </Link>
      .
    </Notice>
  )
}
