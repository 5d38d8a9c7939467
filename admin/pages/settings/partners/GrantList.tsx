import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type Store, storesQuery } from '../../../api/account/account.ts'
import { acceptGrant, endGrant, type Grant } from '../../../api/account/partners.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { Time } from '../../../components/values/Time.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { GrantDialog } from './GrantDialog.tsx'
import { useRefreshGrants } from './use-refresh-grants.ts'

type Props = {
  list: ComponentProps<typeof PagedTable<Grant>>['list']
  direction: Grant['direction']
  /** True if the plan allows changes. Ending a grant needs no plan. */
  mayChange: boolean
  head?: ReactNode
  empty: ReactNode
}

type Asking = { act: 'change' | 'end' | 'accept'; grant: Grant }

export function GrantList({ list, direction, mayChange, head, empty }: Props) {
  const { isAtLeast } = useRole()
  const { data: stores } = useSuspenseQuery(storesQuery)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  return (
    <>
      <PagedTable
        list={list}
        caption={direction === 'given' ? 'Access you give' : 'Access you have'}
        columns={[
          ...buildColumns(direction, stores),
          ...(isAtLeast('OWNER') ? [buildActionColumn(setAsking, mayChange)] : []),
        ]}
        keyOf={(row) => row.id}
        head={head}
        empty={empty}
      />
      {asking?.act === 'change' && <GrantDialog grant={asking.grant} onClose={close} />}
      {asking?.act === 'accept' && <AcceptDialog grant={asking.grant} onClose={close} />}
      {asking?.act === 'end' && <EndDialog grant={asking.grant} onClose={close} />}
    </>
  )
}

const pickOtherName = ({ direction, from, to }: Grant) => (direction === 'given' ? to.name : from.name)

const isOffer = ({ direction, state }: Grant) => direction === 'received' && state === 'offered'

function endLabel(grant: Grant): string {
  if (isOffer(grant)) return `Decline the offer of ${pickOtherName(grant)}`
  return grant.direction === 'given' ? `End the access of ${pickOtherName(grant)}` : `Leave ${pickOtherName(grant)}`
}

const buildColumns = (direction: Grant['direction'], stores: readonly Store[]): Column<Grant>[] => [
  {
    header: direction === 'given' ? 'Partner' : 'Organization',
    cell: (grant) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-semibold break-words">{pickOtherName(grant)}</span>
        {grant.state === 'offered' && (
          <Badge tone="warn">{grant.direction === 'given' ? 'Not accepted yet' : 'Offered'}</Badge>
        )}
      </span>
    ),
  },
  { header: 'At most', cell: ({ role }) => roleNames[role] },
  { header: 'Stores', cell: ({ storeEnvIds }) => (storeEnvIds ? storesText(storeEnvIds, stores) : 'All') },
  { header: 'Until', cell: (grant) => <Until grant={grant} /> },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function storesText(ids: readonly string[], stores: readonly Store[]): string {
  const names = stores.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  // The person may lack access to some stores of a grant, so the names of these stores are unknown.
  const more = ids.length - names.length
  if (names.length === 0) return more === 1 ? '1 store' : `${more} stores`
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function Until({ grant: { expired, expiresAt } }: { grant: Grant }) {
  if (!expiresAt) return <span className="text-quiet">No end</span>
  return expired ? <Badge>Ended {formatDay(expiresAt)}</Badge> : <span>{formatDay(expiresAt)}</span>
}

const buildActionColumn = (ask: (asking: Asking) => void, mayChange: boolean): Column<Grant> => ({
  header: 'Manage',
  isHeaderHidden: true,
  align: 'right',
  cell: (grant) => (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {grant.direction === 'given' && mayChange && (
        <Button
          size="small"
          aria-label={`Change the access of ${pickOtherName(grant)}`}
          onClick={() => ask({ act: 'change', grant })}
        >
          Change
        </Button>
      )}
      {isOffer(grant) && !grant.expired && (
        <Button
          look="primary"
          size="small"
          aria-label={`Accept the offer of ${pickOtherName(grant)}`}
          onClick={() => ask({ act: 'accept', grant })}
        >
          Accept
        </Button>
      )}
      <Button look="dangerQuiet" size="small" aria-label={endLabel(grant)} onClick={() => ask({ act: 'end', grant })}>
        {isOffer(grant) ? 'Decline' : grant.direction === 'given' ? 'End' : 'Leave'}
      </Button>
    </span>
  ),
})

type DialogProps = { grant: Grant; onClose(): void }

function AcceptDialog({ grant, onClose }: DialogProps) {
  const storeId = useStoreId()
  const refresh = useRefreshGrants()
  const other = pickOtherName(grant)
  return (
    <ConfirmDialog
      title={`Accept the offer of ${other}?`}
      confirmLabel="Accept"
      act={() => acceptGrant(storeId, grant.id)}
      onDone={() => {
        void refresh()
        toast(`The stores of ${other} are in your store switcher`)
      }}
      onClose={onClose}
    >
      <p>
        The stores of {other} appear in the store switcher of everybody in your organization, with at most the role{' '}
        {roleNames[grant.role]}. Accept only if you know this organization.
      </p>
    </ConfirmDialog>
  )
}

function EndDialog({ grant, onClose }: DialogProps) {
  if (isOffer(grant)) return <DeclineDialog grant={grant} onClose={onClose} />
  return <LeaveDialog grant={grant} onClose={onClose} />
}

function DeclineDialog({ grant, onClose }: DialogProps) {
  const storeId = useStoreId()
  const refresh = useRefreshGrants()
  const other = pickOtherName(grant)
  return (
    <ConfirmDialog
      title={`Decline the offer of ${other}?`}
      confirmLabel="Decline"
      isDangerous
      act={() => endGrant(storeId, grant.id)}
      onDone={() => {
        void refresh()
        toast(`The offer of ${other} is declined`)
      }}
      onClose={onClose}
    >
      <p>The offer is deleted. {other} can offer access again.</p>
    </ConfirmDialog>
  )
}

function LeaveDialog({ grant, onClose }: DialogProps) {
  const storeId = useStoreId()
  const refresh = useRefreshGrants()
  const isGiven = grant.direction === 'given'
  const other = pickOtherName(grant)
  return (
    <ConfirmDialog
      title={isGiven ? `End the access of ${other}?` : `Leave the stores of ${other}?`}
      confirmLabel={isGiven ? 'End the access' : 'Leave'}
      isDangerous
      act={() => endGrant(storeId, grant.id)}
      onDone={() => {
        void refresh()
        toast(isGiven ? `${other} has no access any more` : `You have left the stores of ${other}`)
      }}
      onClose={onClose}
    >
      <p>
        {isGiven
          ? 'They lose access immediately. Their changes stay and are in the audit log.'
          : `After that, your organization has no access to these stores, unless ${other} gives access again.`}
      </p>
    </ConfirmDialog>
  )
}
