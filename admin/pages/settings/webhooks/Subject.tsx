import { Link } from '@tanstack/react-router'
import { Fact } from '../../../components/Fact.tsx'
import { OrderLink, ProductLink } from '../../../shell/PageLink.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Data = { id?: string; authorName?: string; productId?: string | null; orderId?: string | null }

/** Each kind of event has its own fields, and a stored payload may lack `data`. */
const readData = (payload: unknown): Data => (payload as { data?: Data } | null)?.data ?? {}

export function Subject({ event, payload }: { event: string; payload: unknown }) {
  const storeId = useStoreId()
  const { id, authorName, productId, orderId } = readData(payload)
  if (event.startsWith('review.') && id && authorName)
    return (
      <Fact name="About">
        <Link
          to="/stores/$storeId/reviews/$reviewId"
          params={{ storeId, reviewId: id }}
          className="wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          Review by {authorName}
        </Link>
        {productId && (
          <span className="block">
            <ProductLink id={productId} />
          </span>
        )}
      </Fact>
    )
  if (orderId)
    return (
      <Fact name="About">
        <OrderLink id={orderId} />
      </Fact>
    )
  return null
}
