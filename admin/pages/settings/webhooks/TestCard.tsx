import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { eventKindsQuery, sendTest } from '../../../api/shops/webhooks.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useWebhookChange } from './use-webhook-change.ts'

export function TestCard({ webhookId }: { webhookId: string }) {
  const storeId = useStoreId()
  const { data: kinds } = useQuery(eventKindsQuery(storeId))
  const [event, setEvent] = useState('review.created')
  const fieldId = useId()
  const sending = useWebhookChange(
    (_, name: string) => sendTest(storeId, webhookId, name),
    () => toast('Sent. The deliveries show the result'),
  )
  return (
    <Card title="Send a test">
      <form
        className="flex flex-wrap items-end gap-3 px-5 pt-2 pb-5"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          sending.mutate(event)
        }}
      >
        <div className="grid min-w-0 gap-1.5">
          <label htmlFor={fieldId} className="text-sm font-medium">
            Example of
          </label>
          <select id={fieldId} className="control" value={event} onChange={(change) => setEvent(change.target.value)}>
            {(kinds?.data ?? [{ name: event }]).map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <Button type="submit" icon="send" isBusy={sending.isPending}>
          Send test
        </Button>
        <p className="w-full text-sm text-quiet">
          Test events are signed and marked <code className="font-mono text-xs">&quot;test&quot;: true</code>.
        </p>
        {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
      </form>
    </Card>
  )
}
