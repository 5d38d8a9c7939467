import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Delivery,
  type DeliveryState,
  deliveriesQuery,
  eventKindsQuery,
  retryDelivery,
  type Webhook,
} from '../../../api/shops/webhooks.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { ExactTime, Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { stateNames, stateTones } from './names.ts'
import { useWebhookChange } from './use-webhook-change.ts'

const whileWaitingMs = 3_000
const otherwiseMs = 15_000

export function DeliveriesCard({ webhook, mayRetry }: { webhook: Webhook; mayRetry: boolean }) {
  const storeId = useStoreId()
  const { data: kinds } = useQuery(eventKindsQuery(storeId))
  const [state, setState] = useState<DeliveryState | ''>('')
  const [event, setEvent] = useState('')
  const [shown, setShown] = useState<string>()
  const list = useInfiniteQuery({
    ...deliveriesQuery(storeId, webhook.id, { state: state || undefined, event: event || undefined }),
    // Polls faster before a first attempt, which follows within seconds. A retry follows minutes later.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some((each) => each.state === 'pending' && each.attempts.length === 0)
        ? whileWaitingMs
        : otherwiseMs,
  })
  const retrying = useWebhookChange(
    (_, id: string) => retryDelivery(storeId, webhook.id, id),
    () => toast('Sent again'),
  )
  const retry = (id: string) => retrying.mutate(id, { onError: (error) => toast(error.message, { tone: 'danger' }) })
  return (
    <Card
      title="Deliveries"
      actions={
        <div className="flex min-w-0 gap-2 *:min-w-0 max-sm:w-full max-sm:*:flex-1">
          <FilterSelect
            label="Status"
            value={state}
            onChange={(change) => setState(change.target.value as DeliveryState | '')}
          >
            <option value="">All statuses</option>
            <Options names={stateNames} />
          </FilterSelect>
          <FilterSelect label="Event" value={event} onChange={(change) => setEvent(change.target.value)}>
            <option value="">All events</option>
            {kinds?.data.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </FilterSelect>
        </div>
      }
    >
      <div className="pt-2">
        <PagedTable
          list={list}
          caption="Deliveries"
          columns={buildColumns(setShown, mayRetry ? retry : undefined, retrying.isPending)}
          keyOf={({ id }) => id}
          empty={
            state || event ? (
              <EmptyState icon="search" title="Delivery not found" />
            ) : (
              <EmptyState icon="send" title="No deliveries yet">
                Send a test above, or wait for the next review.
              </EmptyState>
            )
          }
        />
        <p className="border-t border-line px-5 py-3 text-xs text-quiet">Stored for 30 days.</p>
      </div>
      {shown && (
        <DeliveryDialog
          webhook={webhook}
          deliveryId={shown}
          {...(mayRetry && { onRetry: () => retry(shown) })}
          onClose={() => setShown(undefined)}
        />
      )}
    </Card>
  )
}

const buildColumns = (
  onShow: (id: string) => void,
  onRetry: ((id: string) => void) | undefined,
  isBusy: boolean,
): Column<Delivery>[] => [
  {
    header: 'Event',
    cell: ({ id, event, eventId, cause }) => (
      <span className="grid justify-items-start">
        <button
          type="button"
          onClick={() => onShow(id)}
          className="text-left font-mono text-xs font-semibold break-all underline-offset-4 hover:underline"
        >
          {event}
        </button>
        <span className="flex flex-wrap gap-x-2 text-xs text-quiet">
          {cause !== 'event' && <span>{shortCauses[cause]}</span>}
          <span title={eventId} className="font-mono">
            …{eventId.slice(-idEnd)}
          </span>
        </span>
      </span>
    ),
  },
  {
    header: 'Status',
    widthClass: 'md:w-32',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
  },
  {
    header: 'Last response',
    widthClass: 'md:w-[34%]',
    cell: (delivery) => (
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Response {...delivery} />
        {onRetry && isRetriable(delivery) && (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Send again: ${delivery.event}`}
            onClick={() => onRetry(delivery.id)}
          >
            Send again
          </Button>
        )}
      </span>
    ),
  },
  {
    header: 'When',
    align: 'right',
    widthClass: 'md:w-48',
    cell: ({ createdAt }) => <ExactTime at={createdAt} hasSeconds />,
  },
]

/** The end of an id is shown, because ids of events that happen together begin alike. */
const idEnd = 12

const isRetriable = ({ state, attempts }: Delivery) =>
  state === 'failed' || (state === 'pending' && attempts.length > 0)

const shortCauses = { test: 'Test', replay: 'Replay', recovery: 'Caught up' } as const

function Response({ attempts, nextAttemptAt }: Delivery) {
  const last = attempts.at(-1)
  if (!last) return <span className="text-quiet">–</span>
  return (
    <span className="grid text-quiet">
      <span className="wrap-anywhere">
        {last.status === null
          ? (last.error ?? 'No response')
          : `${last.status} in ${last.durationMs.toLocaleString(shownLocale)} ms`}
      </span>
      {nextAttemptAt && (
        <span className="text-xs">
          {attempts.length === 1 ? '1 try' : `${attempts.length} tries`}, the next <Time at={nextAttemptAt} />
        </span>
      )}
    </span>
  )
}
