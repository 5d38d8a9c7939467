import type { QueryClient } from '@tanstack/react-query'
import { messagesKey } from '../../api/mail/email.ts'
import { orderQuery, ordersKey } from '../../api/orders.ts'
import { toast } from '../../components/toasts.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { formatOrderName } from './requests.ts'

/** Sending takes seconds. If a pause or the provider delays the request, the list shows it as due. */
const lookAfterMs = [1_000, 2_000, 4_000, 8_000]

export async function followRequest(queryClient: QueryClient, storeId: string, orderId: string): Promise<void> {
  for (const ms of lookAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const order = await queryClient.fetchQuery({ ...orderQuery(storeId, orderId), staleTime: 0 }).catch(() => undefined)
    const { state, reason } = order?.reviewRequest ?? {}
    if (!order || state === 'scheduled') continue
    void queryClient.invalidateQueries({ queryKey: ordersKey(storeId) })
    void queryClient.invalidateQueries({ queryKey: messagesKey(storeId) })
    if (state === 'sent') toast(`Sent to the buyer of ${formatOrderName(order)}`)
    else toast(`Not sent: ${reasonText(reason ?? 'not_sent')}`, { tone: 'danger' })
    return
  }
}
