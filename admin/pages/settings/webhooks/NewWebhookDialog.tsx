import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CreatedWebhook, createWebhook, type WebhookFields } from '../../../api/shops/webhooks.ts'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { EndpointFields, endpointPaths } from './EndpointFields.tsx'
import { useWebhookChange } from './use-webhook-change.ts'

export function NewWebhookDialog({ onClose }: { onClose(): void }) {
  const [fields, setFields] = useState<WebhookFields>({ url: '', description: null, events: null })
  const making = useWebhookChange(createWebhook)
  if (making.data) return <Created webhook={making.data} onClose={onClose} />
  const other = remainingError(making.error, endpointPaths)
  return (
    <Dialog title="Add a webhook" size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate({ ...fields, url: fields.url.trim() })
        }}
      >
        <EndpointFields fields={fields} error={making.error} onChange={setFields} />
        {other && <Notice tone="danger">{other}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={making.isPending}>
            Add it
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Created({ webhook: { id, secret }, onClose }: { webhook: CreatedWebhook; onClose(): void }) {
  const storeId = useStoreId()
  return (
    <Dialog title="Copy the secret" size="wide" onClose={onClose}>
      <Notice tone="warn">
        Every delivery is signed with this secret. It is shown this once and cannot be recovered; to replace it, add a
        second webhook for the same address and delete the first.
      </Notice>
      <CopyField label="Secret" value={secret} />
      <CopyField label="Environment variable for your receiver" value={`WEBHOOK_SECRET=${secret}`} />
      <DialogActions>
        <Link
          to="/stores/$storeId/settings/webhooks/$webhookId"
          params={{ storeId, webhookId: id }}
          className={buttonClass('primary')}
        >
          I have saved it. Send a test
        </Link>
      </DialogActions>
    </Dialog>
  )
}
