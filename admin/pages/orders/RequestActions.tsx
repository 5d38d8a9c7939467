import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelRequest, type Order, orderQuery, ordersKey, sendRequest } from '../../api/orders.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { toast } from '../../components/toasts.ts'
import { formatMoment } from '../../components/values/dates.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { followRequest } from './follow-request.ts'
import { formatOrderName, hasFailed, mayBeAsked, mayBeCancelled } from './requests.ts'

type Asking = 'send' | 'cancel'

export function RequestActions({ order, size = 'normal' }: { order: Order; size?: 'small' | 'normal' }) {
  const { isAtLeast } = useRole()
  const [asking, setAsking] = useState<Asking>()
  if (!isAtLeast('MEMBER') || !mayBeAsked(order)) return null
  // In a list of many requests, borders and icons in each row would outweigh the requests.
  const isQuiet = size === 'small'
  const name = formatOrderName(order)
  return (
    <span className={`inline-flex items-center justify-end ${isQuiet ? '-mr-2.5' : 'flex-wrap gap-2'}`}>
      {mayBeCancelled(order) && !isQuiet && (
        <Button size={size} aria-label={`Cancel the request of ${name}`} onClick={() => setAsking('cancel')}>
          Cancel
        </Button>
      )}
      <Button
        look={isQuiet ? 'quiet' : 'secondary'}
        size={size}
        {...(!isQuiet && { icon: hasFailed(order) ? 'rotate' : 'send' })}
        aria-label={`${sendLabel(order)} ${hasFailed(order) ? 'to ask' : 'to'} the buyer of ${name}`}
        onClick={() => setAsking('send')}
      >
        {sendLabel(order)}
      </Button>
      {mayBeCancelled(order) && isQuiet && (
        <Menu label={`More: ${name}`} align="end" trigger={<IconButton icon="more" label={`More: ${name}`} />}>
          <MenuItem isDangerous onSelect={() => setAsking('cancel')}>
            Cancel the request
          </MenuItem>
        </Menu>
      )}
      {asking && <Confirmation asking={asking} order={order} onClose={() => setAsking(undefined)} />}
    </span>
  )
}

const sendLabel = (order: Order) => (hasFailed(order) ? 'Try again' : 'Send now')

function Confirmation({ asking, order, onClose }: { asking: Asking; order: Order; onClose(): void }) {
  const { reviewRequest } = order
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const act = async () => {
    const changed = await (asking === 'send' ? sendRequest : cancelRequest)(storeId, order.id)
    queryClient.setQueryData(orderQuery(storeId, order.id).queryKey, changed)
    tellOutcome(asking, changed)
    if (changed.reviewRequest?.state === 'scheduled') void followRequest(queryClient, storeId, order.id)
    // Waits for the refetch, because the dialog unmounts with its row.
    await queryClient.invalidateQueries({ queryKey: ordersKey(storeId) })
  }
  if (asking === 'cancel')
    return (
      <ConfirmDialog
        title={`Skip the request for a review of ${formatOrderName(order)}?`}
        confirmLabel="Do not ask"
        isDangerous
        act={act}
        onClose={onClose}
      >
        <p>
          The request is skipped, and later pushes of your shop system do not change that. You can still send it by
          hand.
        </p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Ask for a review of ${formatOrderName(order)} now?`}
      confirmLabel={sendLabel(order)}
      act={act}
      onClose={onClose}
    >
      <p>
        {reviewRequest?.scheduledFor && reviewRequest.state === 'scheduled'
          ? `Otherwise the request is sent ${formatMoment(reviewRequest.scheduledFor)}. `
          : ''}
        {hasFailed(order) && reviewRequest?.reason ? `It failed before: ${reasonText(reviewRequest.reason)}. ` : ''}
        The delay and quiet hours are ignored. If the buyer must not be asked, for example after unsubscribing, the
        request is skipped, and the reason is shown.
      </p>
    </ConfirmDialog>
  )
}

function tellOutcome(asking: Asking, { reviewRequest }: Order): void {
  if (asking === 'cancel') toast('The request is cancelled')
  else if (reviewRequest?.state === 'skipped' && reviewRequest.reason)
    toast(`Not sent: ${reasonText(reviewRequest.reason)}`, { tone: 'danger' })
  else toast('The request is on its way')
}
