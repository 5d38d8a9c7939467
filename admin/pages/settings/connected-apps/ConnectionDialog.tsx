import { useQuery } from '@tanstack/react-query'
import type { AppConnection } from '../../../api/account/connected-apps.ts'
import { webhooksQuery } from '../../../api/shops/webhooks.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { listSentences } from './may.ts'

export function ConnectionDialog({ connection, onClose }: { connection: AppConnection; onClose(): void }) {
  const { client, user, createdAt, lastUsedAt } = connection
  return (
    <Dialog title={client.name} onClose={onClose} size="wide">
      <p className="text-sm text-quiet">
        {user.name || user.email} connected it <Time at={createdAt} />.{' '}
        {lastUsedAt ? (
          <>
            It was last used <Time at={lastUsedAt} />.
          </>
        ) : (
          'Never used.'
        )}
      </p>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Permissions</h3>
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {listSentences(connection).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Receivers connectionId={connection.id} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Receivers({ connectionId }: { connectionId: string }) {
  const { id, name } = useStore()
  const { data, error, isPending } = useQuery(webhooksQuery(id))
  const own = data?.data.filter((each) => each.connectionId === connectionId) ?? []
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Webhooks that get events of {name}</h3>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {isPending && <p className="text-sm text-quiet">Loading…</p>}
      {data && own.length === 0 && <p className="text-sm text-quiet">None.</p>}
      {own.length > 0 && (
        <ul className="grid gap-2.5">
          {own.map(({ id: webhook, url, allEvents, events, enabled }) => (
            <li key={webhook} className="grid gap-0.5 text-sm">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-mono text-xs break-all">{url}</span>
                {!enabled && <Badge tone="warn">Switched off</Badge>}
              </span>
              <span className="text-quiet">{allEvents ? 'All events' : events.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {own.length > 0 && <p className="text-xs text-quiet">They end when the app is disconnected.</p>}
    </section>
  )
}
