import { useQuery } from '@tanstack/react-query'
import { deliveryQuery, type Webhook } from '../../../api/shops/webhooks.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Fact } from '../../../components/Fact.tsx'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { causeNames, stateNames, stateTones } from './names.ts'
import { Subject } from './Subject.tsx'

type Props = { webhook: Webhook; deliveryId: string; onRetry?(): void; onClose(): void }

export function DeliveryDialog({ webhook, deliveryId, onRetry, onClose }: Props) {
  const query = useQuery(deliveryQuery(useStoreId(), webhook.id, deliveryId))
  return (
    <Dialog title={query.data?.event ?? 'Delivery'} size="wide" onClose={onClose}>
      <Loaded query={query}>
        {({ id, event, eventId, state, cause, attempts, nextAttemptAt, payload }) => (
          <div className="grid min-w-0 gap-5">
            <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
              <Fact name="Status">
                <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
              </Fact>
              <Fact name="Why it is sent">{causeNames[cause]}</Fact>
              {cause !== 'test' && <Subject event={event} payload={payload} />}
              <Fact name="event_id">
                <span className="font-mono text-xs break-all">{eventId}</span>
              </Fact>
              <Fact name="x-service-delivery">
                <span className="font-mono text-xs break-all">{id}</span>
              </Fact>
              {nextAttemptAt && <Fact name="Next try">{formatMoment(nextAttemptAt)}</Fact>}
            </dl>
            {payload === null ? (
              <p className="text-sm text-quiet">The body is no longer stored.</p>
            ) : (
              <Snippet title="Body" meaning="Sent as one line." code={JSON.stringify(payload, null, 2)} />
            )}
            <Attempts attempts={attempts} />
          </div>
        )}
      </Loaded>
      <DialogActions>
        {onRetry && <Button onClick={onRetry}>Send again</Button>}
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Attempt = { at: string; status: number | null; error: string | null; durationMs: number; answer: string | null }

function Attempts({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) return <p className="text-sm text-quiet">No try yet.</p>
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-sm font-semibold">{attempts.length === 1 ? 'One try' : `${attempts.length} tries`}</h3>
      <ol className="grid min-w-0 gap-2">
        {attempts.toReversed().map(({ at, status, error, durationMs, answer }) => (
          <li key={at} className="grid min-w-0 gap-1.5 rounded-lg border border-line p-3 text-sm">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={status !== null && status < 300 ? 'good' : 'danger'}>{status ?? 'No response'}</Badge>
              <span>{formatMoment(at)}</span>
              <span className="text-quiet">{durationMs.toLocaleString(shownLocale)} ms</span>
            </span>
            {error && <span className="text-quiet wrap-anywhere">{error}</span>}
            {answer && (
              <pre className="max-h-40 relative overflow-auto rounded bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
                {answer}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
