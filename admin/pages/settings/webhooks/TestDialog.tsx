import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventKindsQuery, sendTest } from '../../../api/shops/webhooks.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useWebhookChange } from './use-webhook-change.ts'

export function TestDialog({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const storeId = useStoreId()
  const { data: kinds } = useQuery(eventKindsQuery(storeId))
  const [event, setEvent] = useState('review.created')
  const sending = useWebhookChange(
    (_, name: string) => sendTest(storeId, webhookId, name),
    () => {
      toast('Sent. The deliveries show the result')
      onClose()
    },
  )
  return (
    <Dialog title="Send a test" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          sending.mutate(event)
        }}
      >
        <SelectField
          label="Example of"
          hint='Test events are signed and marked "test": true.'
          value={event}
          onChange={(change) => setEvent(change.target.value)}
        >
          {(kinds?.data ?? [{ name: event }]).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={sending.isPending}>
            Send test
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
