import { useQuery } from '@tanstack/react-query'
import { type InboundWebhook, inboundWebhookQuery } from '../../../../api/shops/inbound-webhooks.ts'
import { Dialog } from '../../../../components/Dialog.tsx'
import { Fact } from '../../../../components/Fact.tsx'
import { Loaded } from '../../../../components/Loaded.tsx'
import { shownLocale } from '../../../../components/locale.ts'
import { formatMoment } from '../../../../components/values/dates.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'

export function ReceivedDialog({ webhook, onClose }: { webhook: InboundWebhook; onClose(): void }) {
  const storeId = useStoreId()
  const query = useQuery(inboundWebhookQuery(storeId, webhook.id))
  return (
    <Dialog title={webhook.topic} size="wide" onClose={onClose}>
      <Loaded query={query}>
        {({ attempts, deliveryId, occurredAt, receivedAt, processedAt, error, payload }) => (
          <div className="grid gap-4">
            <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
              <Fact name="Received">{formatMoment(receivedAt)}</Fact>
              <Fact name="Changed in the shop">{occurredAt ? formatMoment(occurredAt) : 'Not said'}</Fact>
              <Fact name="Processed">{processedAt ? formatMoment(processedAt) : 'Not yet'}</Fact>
              <Fact name="Tries">{attempts.toLocaleString(shownLocale)}</Fact>
              {deliveryId && <Fact name="Id of the delivery">{deliveryId}</Fact>}
              {error && <Fact name="Why">{error}</Fact>}
            </dl>
            {payload === null ? (
              <p className="text-sm text-quiet">The content is no longer stored.</p>
            ) : (
              <section
                aria-label="Content"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach an element that scrolls
                tabIndex={0}
                className="max-h-80 relative overflow-auto rounded-lg bg-sunken p-4"
              >
                <pre className="font-mono text-xs">{JSON.stringify(payload, null, 2)}</pre>
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
