import { useState } from 'react'
import { changeWebhook, type Webhook, type WebhookFields } from '../../../api/shops/webhooks.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { EndpointFields, endpointPaths } from './EndpointFields.tsx'
import { useWebhookChange } from './use-webhook-change.ts'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { id, url, description, allEvents, events } = webhook
  const [fields, setFields] = useState<WebhookFields>({ url, description, events: allEvents ? null : events })
  const saving = useWebhookChange(
    (storeId, changed: WebhookFields) => changeWebhook(storeId, id, changed),
    () => {
      toast('Webhook changed')
      onClose()
    },
  )
  const other = remainingError(saving.error, endpointPaths)
  return (
    <Dialog title="Edit webhook" size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ ...fields, url: fields.url.trim() })
        }}
      >
        <EndpointFields fields={fields} error={saving.error} onChange={setFields} />
        {other && <Notice tone="danger">{other}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
