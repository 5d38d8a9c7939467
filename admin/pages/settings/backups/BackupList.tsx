import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Backup,
  backupsKey,
  backupsQuery,
  isUnderWay,
  readBackup,
  removeBackup,
  verifyBackup,
} from '../../../api/shops/backups.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { sizeText } from '../../../components/values/size-text.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function BackupList({ mayChange }: { mayChange: boolean }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(backupsQuery(storeId))
  const [removing, setRemoving] = useState<Backup>()
  const again = () => queryClient.invalidateQueries({ queryKey: backupsKey(storeId) })
  const verifying = useMutation({ mutationFn: (id: string) => verifyBackup(storeId, id), onSuccess: again })
  const downloading = useMutation({
    mutationFn: (id: string) => readBackup(storeId, id),
    onSuccess: ({ downloadUrl }) => {
      if (downloadUrl) window.location.assign(downloadUrl)
    },
  })
  const error = verifying.error ?? downloading.error
  return (
    <>
      {error && (
        <div className="p-5">
          <Notice tone="danger">{error.message}</Notice>
        </div>
      )}
      <PagedTable
        list={list}
        caption="Backups"
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="lock" title="No backups yet">
            Create a backup now, or turn on the schedule.
          </EmptyState>
        }
        columns={[
          {
            header: 'Made',
            cell: (backup) => (
              <span className="grid gap-0.5">
                <Time at={backup.createdAt} />
                <span className="text-sm text-quiet">
                  {backup.origin === 'manual' ? 'Asked for' : 'By schedule'}
                  {backup.target === 's3' && ', in your bucket'}
                </span>
              </span>
            ),
          },
          { header: 'Status', cell: (backup) => <State backup={backup} /> },
          { header: 'Holds', cell: (backup) => <Holds backup={backup} /> },
          {
            header: 'Actions',
            isHeaderHidden: true,
            align: 'right',
            cell: (backup) => (
              <span className="flex flex-wrap gap-2 sm:justify-end">
                {backup.downloadUrl && (
                  <Button size="small" onClick={() => downloading.mutate(backup.id)}>
                    Download
                  </Button>
                )}
                {mayChange && backup.status === 'completed' && (
                  <Button size="small" onClick={() => verifying.mutate(backup.id)}>
                    Verify
                  </Button>
                )}
                {mayChange && (
                  <Button size="small" look="dangerQuiet" onClick={() => setRemoving(backup)}>
                    Delete
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {removing && (
        <ConfirmDialog
          title="Delete this backup?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeBackup(storeId, removing.id)}
          onDone={() => {
            toast('Backup deleted')
            void again()
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            Its file is deleted too, and every link to it stops working.{' '}
            {isUnderWay(removing) && 'It is still running and will be stopped.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function State({ backup }: { backup: Backup }) {
  const { status, verification, error } = backup
  if (isUnderWay(backup)) return <Badge tone="accent">{status === 'queued' ? 'Waiting' : 'Under way'}</Badge>
  const problem = error?.message ?? verification?.problem
  return (
    <span className="grid gap-1">
      <span>
        {problem ? <Badge tone="danger">{error ? 'Failed' : 'Damaged'}</Badge> : <Badge tone="good">Verified</Badge>}
      </span>
      {problem && <span className="max-w-[24rem] text-sm text-danger">{problem}</span>}
    </span>
  )
}

function Holds({ backup: { rows, bytes, encrypted, addresses, expiresAt } }: { backup: Backup }) {
  return (
    <span className="grid gap-0.5 text-sm">
      <span className="tabular-nums">
        {rows.toLocaleString(shownLocale)} rows, {sizeText(bytes)}
      </span>
      <span className="text-quiet">
        {[encrypted && 'encrypted', !addresses && 'no email addresses', expiresAt && `until ${formatDay(expiresAt)}`]
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  )
}
