import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isUnderWay, recentSyncsQuery, type Shop, type Sync } from '../../../../api/shops/shops.ts'
import { Badge } from '../../../../components/Badge.tsx'
import { Fact } from '../../../../components/Fact.tsx'
import { Card } from '../../../../components/Page.tsx'
import { formatMoment } from '../../../../components/values/dates.ts'
import { Time } from '../../../../components/values/Time.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { outcomeText, plural, syncStatusName, syncStatusTone } from '../parts/labels.ts'
import { SyncProgress } from '../parts/SyncProgress.tsx'
import { useEndedReads } from '../parts/use-ended-reads.ts'
import { useIsLapsed } from '../parts/use-lapsed.ts'

const underWayMs = 2_000

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
          <LastRead shop={shop} recent={recent} />
        </Fact>
        <Fact name="Next read">
          <NextRead shop={shop} />
        </Fact>
        <Fact name="Access">
          {shop.credentialLast4 ? (
            <>
              Key ending in <span className="font-mono text-xs">{shop.credentialLast4}</span>
            </>
          ) : (
            'Through your approval in Shopify'
          )}
        </Fact>
        <Fact name="Orders">{plural(shop.backfillDays, 'day', 'days')} back, then new ones</Fact>
      </dl>
    </Card>
  )
}

function NextRead({ shop: { nextSyncAt } }: { shop: Shop }) {
  const isLapsed = useIsLapsed()
  if (isLapsed) return 'Once the subscription is renewed'
  return nextSyncAt ? <span className="tabular-nums">{formatMoment(nextSyncAt)}</span> : 'Not planned'
}

function LastRead({ shop: { lastSync, status }, recent }: { shop: Shop; recent: readonly Sync[] }) {
  const storeId = useStoreId()
  const ended = isUnderWay(lastSync) ? recent.find((each) => each.kind === 'catalogue' && !isUnderWay(each)) : lastSync
  if (!ended) return 'None yet'
  const text = outcomeText(ended)
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Time at={ended.finishedAt ?? ended.createdAt} />
        <Badge tone={syncStatusTone(ended)}>{syncStatusName(ended)}</Badge>
      </span>
      {text && <span className="font-normal text-quiet">{text}</span>}
      {ended.warnings.length > 0 && (
        <Link
          to="/stores/$storeId/settings/shop/reads/$syncId"
          params={{ storeId, syncId: ended.id }}
          className="font-normal underline underline-offset-4"
        >
          {plural(ended.warnings.length, 'warning', 'warnings')}
        </Link>
      )}
      {ended.status === 'failed' && ended.error && status !== 'needs_reauth' && (
        <span className="font-normal text-danger">{ended.error.message}</span>
      )}
    </span>
  )
}
