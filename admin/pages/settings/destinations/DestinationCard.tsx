import { useState } from 'react'
import {
  actOnDestination,
  type Destination,
  type DestinationAct,
  testDestination,
} from '../../../api/shops/destinations.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { kindNames, kindTexts, reasonText, statusNames, statusTones } from '../../../texts/destinations.ts'
import { RefusedItems } from './RefusedItems.tsx'
import { RemoveDialog, ReplaceDialog } from './RemoveDialog.tsx'
import { useDestinationChange } from './use-destination-change.ts'

export function DestinationCard({ destination }: { destination: Destination }) {
  const { id, kind, status, statusReason, warnings, account, url, pausedUntil, lastFetchedAt } = destination
  const { isAtLeast } = useRole()
  return (
    <li className="card grid gap-4 p-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold tracking-tight">{kindNames[kind]}</h2>
          <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
          {account && <span className="text-sm text-quiet">Account {account}</span>}
        </div>
        <p className="text-sm text-quiet">{kindTexts[kind]}</p>
      </div>
      {statusReason && <Notice tone="danger">{reasonText(statusReason)}</Notice>}
      {status === 'removing' && (
        <Notice>
          All your reviews and ratings are being removed there. Then the destination disappears from this list.
        </Notice>
      )}
      {warnings.map(({ code, message }) => (
        <Notice key={code} tone="warn">
          {message}
        </Notice>
      ))}
      {pausedUntil && status === 'active' && (
        <Notice>
          Nothing is sent until <Time at={pausedUntil} />, because the destination asked us to wait or did not answer.
        </Notice>
      )}
      <Numbers destination={destination} />
      {url && (
        <div className="grid gap-1.5">
          <CopyField label="Address of the file" value={url} />
          <p className="text-sm text-quiet">
            {lastFetchedAt ? (
              <>
                last fetched <Time at={lastFetchedAt} />
              </>
            ) : (
              'Not fetched yet. Enter this address at Meta. Anyone with this address can read the reviews.'
            )}
          </p>
        </div>
      )}
      {destination.counts.refused > 0 && <RefusedItems id={id} />}
      {isAtLeast('ADMIN') && <Actions destination={destination} />}
    </li>
  )
}

function Numbers({ destination: { kind, counts, lastReconciliation } }: { destination: Destination }) {
  const { queued, accepted, live, refused, removing } = counts
  const isPulled = kind === 'meta_csv'
  const shown: readonly [string, number][] = isPulled
    ? [
        ['Fetched', accepted],
        ['In the next fetch', queued],
      ]
    : [
        ['Live', live],
        ['Sent', accepted],
        ['Waiting', queued],
        ['Refused', refused],
        ...(removing > 0 ? [['To be removed', removing] as [string, number]] : []),
      ]
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {shown.map(([name, count]) => (
          <div key={name} className="grid">
            <dt className="text-xs text-quiet">{name}</dt>
            <dd className={`font-semibold tabular-nums ${name === 'Refused' && count > 0 ? 'text-danger' : ''}`}>
              {count.toLocaleString(shownLocale)}
            </dd>
          </div>
        ))}
      </dl>
      {!isPulled && <LastComparison of={lastReconciliation} />}
    </div>
  )
}

function LastComparison({ of: comparison }: { of: Destination['lastReconciliation'] }) {
  return (
    <p className="text-sm text-quiet">
      {comparison ? (
        <>
          Compared <Time at={comparison.at} />: {comparison.missing.toLocaleString(shownLocale)} missing,{' '}
          {comparison.changed.toLocaleString(shownLocale)} different, {comparison.extra.toLocaleString(shownLocale)} too
          many
        </>
      ) : (
        'Not compared yet'
      )}
    </p>
  )
}

function Actions({ destination }: { destination: Destination }) {
  const { id, kind, status } = destination
  const [isRemoving, setIsRemoving] = useState(false)
  const [isReplacing, setIsReplacing] = useState(false)
  const acting = useDestinationChange((storeId, act: DestinationAct) => actOnDestination(storeId, id, act))
  const testing = useDestinationChange(
    (storeId) => testDestination(storeId, id),
    ({ ok, checks }) => toast(ok ? 'Everything can be written' : (checks[0]?.message ?? 'The test failed')),
  )
  const error = acting.error ?? testing.error
  const isOver = status === 'removing'
  const isBroken = status === 'blocked' || status === 'needs_reauth'
  return (
    <div className="grid gap-3">
      {error && <Notice tone="danger">{error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        {!isOver && kind !== 'meta_csv' && (
          <Button isBusy={testing.isPending} onClick={() => testing.mutate()}>
            Test
          </Button>
        )}
        {!isOver && kind !== 'meta_csv' && (
          <Button
            isBusy={acting.isPending && acting.variables === 'reconcile'}
            onClick={() => acting.mutate('reconcile')}
          >
            Compare now
          </Button>
        )}
        {kind === 'meta_csv' && <Button onClick={() => setIsReplacing(true)}>Replace address</Button>}
        {status === 'active' && kind !== 'meta_csv' && <Button onClick={() => acting.mutate('pause')}>Pause</Button>}
        {(status === 'paused' || isBroken) && <Button onClick={() => acting.mutate('resume')}>Resume</Button>}
        <Button onClick={() => setIsRemoving(true)}>Remove</Button>
      </div>
      {isReplacing && <ReplaceDialog id={id} onClose={() => setIsReplacing(false)} />}
      {isRemoving && <RemoveDialog destination={destination} onClose={() => setIsRemoving(false)} />}
    </div>
  )
}
