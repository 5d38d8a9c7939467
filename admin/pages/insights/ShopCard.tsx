import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shopSummaryQuery } from '../../api/reviews/settings.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { RatingBars, RatingLine } from '../products/RatingLine.tsx'

/** The number and stars of the shop's own reviews. Reports of products do not count them. */
export function ShopCard() {
  const storeId = useStoreId()
  const query = useQuery(shopSummaryQuery(storeId))
  const link = 'text-sm text-accent underline-offset-4 hover:underline'
  return (
    <Card
      title="Reviews of the shop"
      actions={
        <Link
          to="/stores/$storeId/reviews"
          params={{ storeId }}
          search={{ subject: 'shop', status: 'all' }}
          className={link}
        >
          Show them
        </Link>
      }
    >
      <Loaded query={query} rows={3}>
        {(summary) =>
          summary.count === 0 ? (
            <EmptyState
              icon="star"
              title="No reviews of the shop yet"
              action={
                <Link to="/stores/$storeId/settings/email" params={{ storeId }} hash="shop-question" className={link}>
                  Ask buyers about the shop
                </Link>
              }
            >
              Reviews of the shop are counted separately from reviews of your products.
            </EmptyState>
          ) : (
            <div className="grid gap-4 p-5 pt-3 sm:max-w-md">
              <p>
                <RatingLine rating={summary} />
              </p>
              <RatingBars rating={summary} />
              <p className="text-sm text-quiet">
                All approved reviews of the shop, without a time limit. {summary.verifiedCount} from verified purchases.
              </p>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
