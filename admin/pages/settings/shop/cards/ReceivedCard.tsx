import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type InboundState,
  type InboundWebhook,
  inboundWebhooksQuery,
  reprocessWebhook,
} from '../../../../api/shops/inbound-webhooks.ts'
import type { Shop } from '../../../../api/shops/shops.ts'
import { Badge } from '../../../../components/Badge.tsx'
import { Button } from '../../../../components/Button.tsx'
import { EmptyState } from '../../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../../components/forms/Field.tsx'
import { Options } from '../../../../components/forms/Options.tsx'
import { PagedTable } from '../../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../../components/lists/Table.tsx'
import { Card } from '../../../../components/Page.tsx'
import { toast } from '../../../../components/toasts.ts'
import { Time } from '../../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../../shell/store/use-store.ts'
import { inboundStateNames, inboundStateTones, plural } from '../parts/labels.ts'
import { useShopChange } from '../parts/use-shop-change.ts'
import { ReceivedDialog } from './ReceivedDialog.tsx'

const whileWaitingMs = 3_000

export function ReceivedCard({ shop }: { shop: Shop }) {
  const [state, setState] = useState<InboundState | ''>('')
  return (
    <Card
      title="Received webhooks"
      actions={
        <FilterSelect
          label="State"
          value={state}
          onChange={(event) => setState(event.target.value as InboundState | '')}
        >
          <option value="">All statuses</option>
          <Options names={inboundStateNames} />
        </FilterSelect>
      }
    >
      <Received shop={shop} state={state || undefined} />
    </Card>
  )
}

function Received({ shop, state }: { shop: Shop; state: InboundState | undefined }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [shown, setShown] = useState<InboundWebhook>()
  const list = useInfiniteQuery({
    ...inboundWebhooksQuery(storeId, shop.id, state),
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some((each) => each.state === 'received') ? whileWaitingMs : false,
  })
  const reprocessing = useShopChange(reprocessWebhook, () => toast('Processing again'))
  const reprocess = ({ id }: InboundWebhook) =>
    reprocessing.mutate(id, { onError: (error) => toast(error.message, { tone: 'danger' }) })
  return (
    <div className="pt-2">
      <PagedTable
        list={list}
        caption="Received webhooks"
        columns={buildColumns(setShown, isAtLeast('ADMIN') ? reprocess : undefined, reprocessing.isPending)}
        keyOf={({ id }) => id}
        empty={
          state ? (
            <EmptyState icon="search" title="No matching webhooks" />
          ) : (
            <EmptyState icon="inbox" title="No webhooks yet">
              Changes in the shop appear here.
            </EmptyState>
          )
        }
      />
      <p className="border-t border-line px-5 py-3 text-xs text-quiet">Stored for 90 days, the content for 30.</p>
      {shown && <ReceivedDialog webhook={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

const buildColumns = (
  onShow: (webhook: InboundWebhook) => void,
  onReprocess: ((webhook: InboundWebhook) => void) | undefined,
  isBusy: boolean,
): Column<InboundWebhook>[] => [
  {
    header: 'Topic',
    cell: (webhook) => (
      <div className="grid justify-items-start">
        <button
          type="button"
          onClick={() => onShow(webhook)}
          className="text-left font-semibold underline-offset-4 hover:underline"
        >
          {webhook.topic}
        </button>
        {webhook.resourceId && <span className="text-xs break-all text-quiet">{webhook.resourceId}</span>}
      </div>
    ),
  },
  { header: 'Status', cell: ({ state }) => <Badge tone={inboundStateTones[state]}>{inboundStateNames[state]}</Badge> },
  {
    header: 'Why',
    cell: ({ error, duplicates }) => (
      <span className="text-quiet">
        {[error, duplicates > 0 && `Came ${plural(duplicates, 'more time', 'more times')}.`]
          .filter(Boolean)
          .join(' ') || '–'}
      </span>
    ),
  },
  { header: 'Received', align: 'right', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    header: 'Process again',
    isHeaderHidden: true,
    align: 'right',
    cell: (webhook) =>
      onReprocess &&
      (webhook.state === 'failed' || webhook.state === 'ignored') && (
        <Button size="small" disabled={isBusy} onClick={() => onReprocess(webhook)}>
          Process again
        </Button>
      ),
  },
]
