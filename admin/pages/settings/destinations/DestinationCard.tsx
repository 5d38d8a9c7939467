import { useState } from 'react'
import {
  actOnDestination,
  type Destination,
  type DestinationAct,
  testDestination,
} from '../../../api/shops/destinations.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button, IconButton } from '../../../components/Button.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Menu, MenuItem } from '../../../components/Menu.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Tile } from '../../../components/Tile.tsx'
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
      <div className="relative flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 basis-72 grow gap-1 pr-10 sm:pr-0">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold tracking-tight">{kindNames[kind]}</h2>
            <Status destination={destination} />
            {account && <span className="text-sm text-quiet">Account {account}</span>}
          </div>
          <p className="text-sm text-quiet">{kindTexts[kind]}</p>
        </div>
        {isAtLeast('ADMIN') && <Actions destination={destination} />}
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
                Last fetched <Time at={lastFetchedAt} />
              </>
            ) : (
              'Not fetched yet. Enter this address at Meta. Anyone with this address can read the reviews.'
            )}
          </p>
        </div>
      )}
      {destination.counts.refused > 0 && <RefusedItems id={id} />}
    </li>
  )
}

/** A file works only once its reader has the address, so a file that was never fetched is not active yet. */
function Status({ destination: { kind, status, lastFetchedAt } }: { destination: Destination }) {
  if (status === 'active' && kind === 'meta_csv' && !lastFetchedAt)
    return <Badge tone="warn">Waiting for {kindNames[kind]}</Badge>
  return <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
}

function Numbers({ destination: { kind, counts, lastReconciliation } }: { destination: Destination }) {
  const { queued, accepted, live, refused, removing } = counts
  const isPulled = kind === 'meta_csv'
  if (isPulled)
    return (
      <p className="text-sm">
        <span className="font-semibold tabular-nums">{accepted.toLocaleString(shownLocale)}</span> fetched,{' '}
        <span className="font-semibold tabular-nums">{queued.toLocaleString(shownLocale)}</span> in the next fetch
      </p>
    )
  const shown: readonly [string, number][] = [
    ['Live', live],
    ['Sent', accepted],
    ['Waiting', queued],
    ['Refused', refused],
    ...(removing > 0 ? [['To be removed', removing] as [string, number]] : []),
  ]
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {shown.map(([name, count]) => (
          <Tile key={name} name={name}>
            <span className={name === 'Refused' && count > 0 ? 'text-danger' : ''}>
              {count.toLocaleString(shownLocale)}
            </span>
          </Tile>
        ))}
      </dl>
      <LastComparison of={lastReconciliation} />
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
    ({ ok, checks }) => toast(ok ? 'Test passed: writing works' : (checks[0]?.message ?? 'The test failed')),
  )
  const onError = (error: Error) => toast(error.message, { tone: 'danger' })
  const act = (name: DestinationAct) => acting.mutate(name, { onError })
  const isPulled = kind === 'meta_csv'
  const mayResume = status === 'paused' || status === 'blocked' || status === 'needs_reauth'
  const name = kindNames[kind]
  return (
    <div className="flex flex-wrap gap-2">
      {mayResume && (
        <Button size="small" look="primary" onClick={() => act('resume')}>
          Resume
        </Button>
      )}
      {status !== 'removing' && !isPulled && (
        <>
          <Button size="small" isBusy={testing.isPending} onClick={() => testing.mutate(undefined, { onError })}>
            Test
          </Button>
          <Button
            size="small"
            isBusy={acting.isPending && acting.variables === 'reconcile'}
            onClick={() => act('reconcile')}
          >
            Compare now
          </Button>
        </>
      )}
      <div className="max-sm:absolute max-sm:-top-1.5 max-sm:-right-2.5">
        <Menu label={`Manage ${name}`} trigger={<IconButton icon="more" label={`Manage ${name}`} />}>
          {isPulled && (
            <MenuItem onSelect={() => setIsReplacing(true)}>
              <Icon name="link" className="size-4" />
              Replace address
            </MenuItem>
          )}
          {status === 'active' && !isPulled && (
            <MenuItem onSelect={() => act('pause')}>
              <Icon name="clock" className="size-4" />
              Pause
            </MenuItem>
          )}
          <MenuItem isDangerous onSelect={() => setIsRemoving(true)}>
            <Icon name="trash" className="size-4" />
            Remove
          </MenuItem>
        </Menu>
      </div>
      {isReplacing && <ReplaceDialog id={id} onClose={() => setIsReplacing(false)} />}
      {isRemoving && <RemoveDialog destination={destination} onClose={() => setIsRemoving(false)} />}
    </div>
  )
}
