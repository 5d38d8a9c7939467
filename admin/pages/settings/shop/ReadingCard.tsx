import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isUnderWay, recentSyncsQuery, type Shop } from '../../../api/shops.ts'
import { Badge } from '../../../components/Badge.tsx'
import { formatMoment } from '../../../components/dates.ts'
import { Card } from '../../../components/Page.tsx'
import { Time } from '../../../components/Time.tsx'
import { useStoreId } from '../../../shell/use-store.ts'
import { Fact } from './Fact.tsx'
import { outcomeText, plural, syncStatusName, syncStatusTone } from './labels.ts'
import { SyncProgress } from './SyncProgress.tsx'
import { useEndedReads } from './use-ended-reads.ts'

const underWayMs = 2_000

/** What is being read now, and else when it was and will be. */
export function ReadingCard({ shop }: { shop: Shop }) {
  const storeId = useStoreId()
  const { data: recent = [] } = useQuery({
    ...recentSyncsQuery(storeId, shop.id),
    refetchInterval: ({ state }) => (isUnderWay(shop.lastSync) || state.data?.some(isUnderWay) ? underWayMs : false),
  })
  useEndedReads(recent)
  const underWay = recent.filter(isUnderWay)
  return (
    <Card>
      {underWay.map((sync) => (
        <div key={sync.id} className="border-line p-5 not-first:border-t sm:p-6">
          <SyncProgress sync={sync} />
        </div>
      ))}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line p-5 text-sm not-first:border-t sm:grid-cols-4">
        <Fact name="Last read">
          <LastRead shop={shop} />
        </Fact>
        <Fact name="Next read">
          {shop.nextSyncAt ? <span className="tabular-nums">{formatMoment(shop.nextSyncAt)}</span> : 'Not planned'}
        </Fact>
        <Fact name="Access">
          {shop.credentialLast4 ? (
            <span className="font-mono text-xs">…{shop.credentialLast4}</span>
          ) : (
            'By your consent at Shopify'
          )}
        </Fact>
        <Fact name="Orders">The last {plural(shop.backfillDays, 'day')} at first</Fact>
      </dl>
    </Card>
  )
}

function LastRead({ shop: { lastSync, status } }: { shop: Shop }) {
  const storeId = useStoreId()
  if (!lastSync) return 'Never'
  const text = outcomeText(lastSync)
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Time at={lastSync.finishedAt ?? lastSync.createdAt} />
        <Badge tone={syncStatusTone(lastSync)}>{syncStatusName(lastSync)}</Badge>
      </span>
      {!isUnderWay(lastSync) && text && <span className="font-normal text-quiet">{text}</span>}
      {lastSync.warnings.length > 0 && !isUnderWay(lastSync) && (
        <Link
          to="/stores/$storeId/settings/shop/reads/$syncId"
          params={{ storeId, syncId: lastSync.id }}
          className="font-normal underline underline-offset-4"
        >
          {plural(lastSync.warnings.length, 'warning')}
        </Link>
      )}
      {lastSync.status === 'failed' && lastSync.error && status !== 'needs_reauth' && (
        <span className="font-normal text-danger">{lastSync.error.message}</span>
      )}
    </span>
  )
}
