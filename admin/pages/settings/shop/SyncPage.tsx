import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnderWay, type Shop, type Sync, shopQuery, syncQuery } from '../../../api/shops/shops.ts'
import { BackLink } from '../../../components/BackLink.tsx'
import { Badge } from '../../../components/Badge.tsx'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { formatMoment } from '../../../components/values/dates.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { RetirementsCard } from './cards/RetirementsCard.tsx'
import { WarningsCard } from './cards/WarningsCard.tsx'
import { ConfirmHeldDialog } from './dialogs/ConfirmHeldDialog.tsx'
import { kindNames, plural, syncStatusName, syncStatusTone, triggerNames } from './parts/labels.ts'
import { SyncProgress } from './parts/SyncProgress.tsx'

const underWayMs = 2_000

export function SyncPage() {
  const storeId = useStoreId()
  const { syncId } = useParams({ from: '/signed-in/stores/$storeId/settings/shop/reads/$syncId' })
  const query = useQuery(shopQuery(storeId))
  return <Loaded query={query}>{(shop) => (shop ? <SyncDetails shop={shop} syncId={syncId} /> : <NoSync />)}</Loaded>
}

function SyncDetails({ shop, syncId }: { shop: Shop; syncId: string }) {
  const storeId = useStoreId()
  const query = useQuery({
    ...syncQuery(storeId, shop.id, syncId),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? underWayMs : false),
  })
  return (
    <Loaded query={query} missing={<NoSync />}>
      {(sync) => (
        <Page
          title={`${kindNames[sync.kind]}, ${formatMoment(sync.createdAt)}`}
          back={
            <BackLink to="/stores/$storeId/settings/shop" params={{ storeId }} search={{}}>
              {shop.name}
            </BackLink>
          }
          intro={
            <span className="flex flex-wrap items-center gap-2">
              Read {triggerNames[sync.trigger]}
              <Badge tone={syncStatusTone(sync)}>{syncStatusName(sync)}</Badge>
            </span>
          }
        >
          {sync.status === 'held' && <Held shop={shop} sync={sync} />}
          {sync.error && sync.status === 'failed' && <Notice tone="danger">{sync.error.message}</Notice>}
          <Card>
            {isUnderWay(sync) && (
              <div className="p-5 sm:p-6">
                <SyncProgress sync={sync} />
              </div>
            )}
            <Counts sync={sync} />
          </Card>
          {sync.warnings.length > 0 && <WarningsCard sync={sync} />}
          {sync.kind === 'catalogue' && <RetirementsCard shop={shop} sync={sync} />}
        </Page>
      )}
    </Loaded>
  )
}

function Held({ shop, sync }: { shop: Shop; sync: Sync }) {
  const { isAtLeast } = useRole()
  const [isConfirming, setIsConfirming] = useState(false)
  const isLast = shop.lastSync?.id === sync.id
  if (!isLast) return <Notice>A newer sync replaced this one, and shows what is missing now.</Notice>
  return (
    <Notice tone="warn">
      <p>
        The shop no longer has {plural(sync.wouldRetire ?? 0, 'variant', 'variants')}. That is more than usual, so
        nothing was retired.
      </p>
      {isAtLeast('ADMIN') && shop.status === 'active' && (
        <Button look="danger" size="small" className="mt-3" onClick={() => setIsConfirming(true)}>
          Retire them …
        </Button>
      )}
      {isConfirming && <ConfirmHeldDialog shop={shop} sync={sync} onClose={() => setIsConfirming(false)} />}
    </Notice>
  )
}

function Counts({ sync: { counts, kind, progress } }: { sync: Sync }) {
  const shown: [string, number][] = [
    ['Read', progress.read],
    ['New', counts.created],
    ['Changed', counts.updated],
    ['As before', counts.unchanged],
    ...(kind === 'catalogue'
      ? ([
          ['Variants retired', counts.retired],
          ['Variants back', counts.returned],
          ['Categories', counts.categories],
        ] as [string, number][])
      : []),
    ['Left out', counts.failed],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line p-5 not-first:border-t sm:grid-cols-4">
      {shown.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{count.toLocaleString(shownLocale)}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoSync() {
  const storeId = useStoreId()
  return (
    <EmptyState
      icon="log"
      title="Sync not found"
      action={
        <Link to="/stores/$storeId/settings/shop" params={{ storeId }} search={{}} className={buttonClass()}>
          The shop
        </Link>
      }
    >
      It belongs to another shop or store.
    </EmptyState>
  )
}
