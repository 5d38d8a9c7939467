import { useState } from 'react'
import { serverNowMs } from '../../../api/server-clock.ts'
import { replayEvents } from '../../../api/shops/webhooks.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { toInstant, toLocal } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useWebhookChange } from './use-webhook-change.ts'

const dayMs = 86_400_000

export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const storeId = useStoreId()
  const [since, setSince] = useState(() => toLocal(new Date(serverNowMs() - dayMs).toISOString()))
  const [until, setUntil] = useState('')
  const replaying = useWebhookChange(
    (_, range: { since: string; until?: string }) => replayEvents(storeId, webhookId, range),
    ({ events }) => {
      toast(events === 0 ? 'No events in this period' : `${formatCount(events)} sent again`)
      onClose()
    },
  )
  const other = remainingError(replaying.error, ['/since', '/until'])
  return (
    <Dialog title="Send events again" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          replaying.mutate({ since: toInstant(since), ...(until && { until: toInstant(until) }) })
        }}
      >
        <p className="text-quiet">
          Use this if your receiver lost events of the last 30 days. Each event gets a new{' '}
          <code className="font-mono text-xs">event_id</code>, so recognize an event by its name and{' '}
          <code className="font-mono text-xs">data.id</code>.
        </p>
        <TextField
          label="From"
          type="datetime-local"
          required
          error={errorAt(replaying.error, '/since')}
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
        <TextField
          label="To"
          hint="Leave blank to send all events up to now."
          type="datetime-local"
          error={errorAt(replaying.error, '/until')}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        {other && <Notice tone="danger">{other}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={replaying.isPending}>
            Send again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const formatCount = (events: number) =>
  events === 1 ? 'One event is' : `${events.toLocaleString(shownLocale)} events are`
