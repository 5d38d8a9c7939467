import type { Webhook } from '../../../api/shops/webhooks.ts'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Card } from '../../../components/Page.tsx'

/** Address, events and secret, for the developer of the receiver. */
export function EndpointCard({ webhook: { url, allEvents, events } }: { webhook: Webhook }) {
  return (
    <Card title="Endpoint">
      <dl className="grid items-center gap-x-6 gap-y-1.5 px-5 pt-3 pb-5 text-sm sm:grid-cols-[8rem_1fr] sm:gap-y-3">
        <dt className="text-quiet">Address</dt>
        <dd className="min-w-0 max-sm:mb-2">
          <CopyField label="Address" value={url} />
        </dd>
        <dt className="text-quiet">Events</dt>
        <dd className="max-sm:mb-2">
          {allEvents ? (
            'All events'
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {events.map((event) => (
                <li key={event} className="rounded-md bg-plain-wash px-2 py-0.5 font-mono text-xs">
                  {event}
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt className="text-quiet">Signing secret</dt>
        <dd>
          <span className="font-mono text-xs">whsec_…</span> Shown only when the webhook was added.{' '}
          <a
            href="/docs/webhooks#verify-the-signature"
            target="_blank"
            rel="noopener"
            className="underline underline-offset-4"
          >
            Verify the signature
          </a>
        </dd>
      </dl>
    </Card>
  )
}
