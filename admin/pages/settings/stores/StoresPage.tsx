import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadArchive, isBilled, type Store, storesQuery, subscriptionQuery } from '../../../api/account/account.ts'
import { Badge, type Tone } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { SaveButton } from '../../../components/forms/SaveButton.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRole, useStore, useStoreId } from '../../../shell/store/use-store.ts'
import { StoreDialog } from './StoreDialog.tsx'

export function StoresPage() {
  const { organizationId } = useStore()
  const { isAtLeast, isDelegate, organization } = useRole()
  const mayManage = isAtLeast('ADMIN') && !isDelegate
  const { data } = useSuspenseQuery(storesQuery)
  const hasPlans = isBilled(useQuery(subscriptionQuery(useStoreId())).data)
  const [editing, setEditing] = useState<Store | 'new'>()
  return (
    <Page
      title="Stores"
      intro={`The stores of ${organization}. Each has its own data${hasPlans ? ' and its own subscription' : ''}.`}
      actions={
        mayManage && (
          <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
            Add store
          </Button>
        )
      }
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {data
          .filter((store) => store.organizationId === organizationId)
          .map((store) => (
            <StoreCard
              key={store.id}
              store={store}
              hasPlan={hasPlans}
              mayArchive={isAtLeast('ADMIN')}
              {...(mayManage && { onEdit: () => setEditing(store) })}
            />
          ))}
      </ul>
      {editing && <StoreDialog store={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  )
}

type CardProps = { store: Store; hasPlan: boolean; mayArchive: boolean; onEdit?: () => void }

function StoreCard({ store, hasPlan, mayArchive, onEdit }: CardProps) {
  const { name, id, origins, timezone, currency, subscription } = store
  return (
    <li className="card grid min-w-0 content-start gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold tracking-tight">
          {name}
          {hasPlan && <Badge tone={tones[subscription.status] ?? 'plain'}>{subscriptionText(subscription)}</Badge>}
        </h2>
        {onEdit && (
          <Button size="small" icon="pencil" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-quiet">Served from</dt>
        <dd className="grid">
          {origins.map((each) => (
            <span key={each} className="truncate" title={each}>
              {each}
            </span>
          ))}
          {origins.length === 0 && <span className="text-warn">No address yet. Widgets need one.</span>}
        </dd>
        <dt className="text-quiet">Time zone</dt>
        <dd>{timezone}</dd>
        <dt className="text-quiet">Currency</dt>
        <dd>{currency}</dd>
      </dl>
      <div className="grid gap-1.5">
        <p className="text-xs text-quiet">Id for the header x-store-env-id</p>
        <CopyField label={`Id of ${name}`} value={id} />
      </div>
      {mayArchive && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
          <p className="text-sm text-quiet">
            All data of the store in one file.{' '}
            <a href="/docs/backups" target="_blank" rel="noopener" className="underline">
              What is in an archive
            </a>
          </p>
          <SaveButton
            label="Archive"
            name={`Archive of ${name}`}
            fileName={`${name}.zip`}
            read={() => downloadArchive(id)}
          />
        </div>
      )}
    </li>
  )
}

const tones: Record<string, Tone> = {
  active: 'good',
  trialing: 'accent',
  past_due: 'warn',
  expired: 'danger',
  cancelled: 'warn',
}

const statusNames: Record<string, string> = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment overdue',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

function subscriptionText({ plan, status }: Store['subscription']): string {
  const name = statusNames[status] ?? status
  return status === 'trialing' || status === 'expired'
    ? name
    : `${plan[0]?.toUpperCase() ?? ''}${plan.slice(1)} · ${name}`
}
