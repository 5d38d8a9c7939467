import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNowMs } from '../../../api/server-clock.ts'
import {
  type Connection,
  type ConnectionEvent,
  connectionEventsQuery,
  type EventState,
  replayEvent,
  replayEvents,
} from '../../../api/shops/connectors.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { eventStateNames, eventStateTones, kindName, mayReplay, reasonText } from './labels.ts'
import { useConnectionChange, useRefreshConnections } from './use-connection-change.ts'

const whileWaitingMs = 3_000

export function EventsCard({ connection }: { connection: Connection }) {
  const { isAtLeast } = useRole()
  const [state, setState] = useState<EventState | ''>('')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card
      title="Events"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {connection.counts.dead > 0 && isAtLeast('ADMIN') && (
            <Button size="small" icon="rotate" onClick={() => setIsAsking(true)}>
              Resend failed events
            </Button>
          )}
          <FilterSelect
            label="State"
            value={state}
            onChange={(event) => setState(event.target.value as EventState | '')}
          >
            <option value="">All statuses</option>
            <Options names={eventStateNames} />
          </FilterSelect>
        </div>
      }
    >
      <Events connection={connection} state={state || undefined} />
      {isAsking && <ReplayDialog connection={connection} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function Events({ connection, state }: { connection: Connection; state: EventState | undefined }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const list = useInfiniteQuery({
    ...connectionEventsQuery(storeId, connection.id, state),
    refetchInterval: ({ state: { data } }) =>
      connection.status === 'active' && data?.pages[0]?.data.some(isOnItsWay) ? whileWaitingMs : false,
  })
  const replaying = useConnectionChange((id, eventId: string) => replayEvent(id, connection.id, eventId))
  const replay = (event: ConnectionEvent) =>
    replaying.mutate(event.id, {
      onSuccess: () => toast('Sent again'),
      onError: (error) => toast(error.message, { tone: 'danger' }),
    })
  return (
    <div className="pt-2">
      <PagedTable
        list={list}
        caption="Events"
        columns={buildColumns(isAtLeast('ADMIN') ? replay : undefined, replaying.isPending)}
        keyOf={({ id }) => id}
        empty={
          state ? (
            <EmptyState icon="search" title="No events with this state" />
          ) : (
            <EmptyState icon="send" title="No events yet">
              Send a test event, so that you can select the event in your provider's flow.
            </EmptyState>
          )
        }
      />
      <p className="border-t border-line px-5 py-3 text-xs text-quiet">
        Completed events are stored for 90 days, with only the end of the address.
      </p>
    </div>
  )
}

const isOnItsWay = ({ state, dueAt }: ConnectionEvent) =>
  state === 'sending' ||
  (state === 'pending' && (dueAt === null || Date.parse(dueAt) <= serverNowMs() + whileWaitingMs))

const buildColumns = (
  onReplay: ((event: ConnectionEvent) => void) | undefined,
  isBusy: boolean,
): Column<ConnectionEvent>[] => [
  {
    header: 'Event',
    cell: ({ kind, emailLast4 }) => (
      <span className="grid">
        <span className="font-medium">{kindName(kind)}</span>
        {emailLast4 && <span className="text-xs text-quiet">•••{emailLast4}@</span>}
      </span>
    ),
  },
  { header: 'Status', cell: ({ state }) => <Badge tone={eventStateTones[state]}>{eventStateNames[state]}</Badge> },
  {
    header: 'Why',
    cell: (event) => <span className="text-quiet">{reasonText(event) || '–'}</span>,
  },
  { header: 'Tries', align: 'right', cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span> },
  { header: 'When', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Send again',
    isHeaderHidden: true,
    align: 'right',
    cell: (event) =>
      onReplay &&
      mayReplay(event) && (
        <Button size="small" disabled={isBusy} onClick={() => onReplay(event)}>
          Send again
        </Button>
      ),
  },
]

function ReplayDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshConnections()
  return (
    <ConfirmDialog
      title="Resend failed events?"
      confirmLabel="Send again"
      act={async () => {
        const { replayed } = await replayEvents(storeId, connection.id)
        toast(
          replayed === 1 ? 'One event is sent again' : `${replayed.toLocaleString(shownLocale)} events are sent again`,
        )
      }}
      onDone={() => void refresh()}
      onClose={onClose}
    >
      <p>
        {connection.counts.dead === 1
          ? 'One event was'
          : `${connection.counts.dead.toLocaleString(shownLocale)} events were`}{' '}
        given up. Events that the provider may have received are left out, so nobody is asked twice. Customers who have
        written a review or unsubscribed since are not asked either.
      </p>
    </ConfirmDialog>
  )
}
