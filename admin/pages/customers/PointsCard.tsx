import { Link } from '@tanstack/react-router'
import type { Activity } from '../../api/customers.ts'
import { Badge } from '../../components/Badge.tsx'
import { Fact } from '../../components/Fact.tsx'
import { Card } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { pointsText } from '../loyalty/labels.ts'

export function PointsCard({ loyalty }: Pick<Activity, 'loyalty'>) {
  const storeId = useStoreId()
  if (!loyalty) {
    return (
      <Card title="Loyalty">
        <p className="p-5 pt-2 text-sm text-quiet">Not a member of the loyalty program.</p>
      </Card>
    )
  }
  const { id, balance, spendable, pending, tier, nextExpiry } = loyalty
  return (
    <Card
      title="Loyalty"
      actions={
        <Link
          to="/stores/$storeId/loyalty/members/$memberId"
          params={{ storeId, memberId: id }}
          className="text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          Points history
        </Link>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 pt-3 text-sm">
        <Fact name="Balance">{pointsText(balance)}</Fact>
        <Fact name="To spend">{pointsText(spendable)}</Fact>
        {pending !== 0 && <Fact name="Pending">{pointsText(pending)}</Fact>}
        {tier && (
          <Fact name="Tier">
            <Badge tone="accent">{tier}</Badge>
          </Fact>
        )}
        {nextExpiry && (
          <Fact name="Next to expire">
            {pointsText(nextExpiry.points)}
            <span className="block text-xs font-normal text-quiet">After {formatDay(nextExpiry.at)}</span>
          </Fact>
        )}
      </dl>
    </Card>
  )
}
