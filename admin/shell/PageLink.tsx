import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orderQuery } from '../api/orders.ts'
import { productQuery } from '../api/products.ts'
import { useStoreId } from './store/use-store.ts'

const className = 'font-medium wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-text'

export function CustomerLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Link to="/stores/$storeId/customers/$email" params={{ storeId: useStoreId(), email }} className={className}>
      {children}
    </Link>
  )
}

export function ProductLink({ id, title }: { id: string; title?: string | undefined }) {
  const storeId = useStoreId()
  const { data } = useQuery({ ...productQuery(storeId, id), enabled: title === undefined, staleTime: 300_000 })
  return (
    <Link to="/stores/$storeId/products/$productId" params={{ storeId, productId: id }} className={className}>
      {title ?? data?.title ?? data?.platformProductId ?? 'The product'}
    </Link>
  )
}

/** `hasShortName` is for places that are labelled as an order. */
export function OrderLink({ id, hasShortName = false }: { id: string; hasShortName?: boolean }) {
  const storeId = useStoreId()
  const { data } = useQuery({ ...orderQuery(storeId, id), staleTime: 300_000 })
  return (
    <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: id }} className={className}>
      {data && hasShortName && (data.orderNumber ?? data.platformOrderId)}
      {data && !hasShortName && `Order ${data.orderNumber ?? data.platformOrderId}`}
      {!data && 'The order'}
    </Link>
  )
}
