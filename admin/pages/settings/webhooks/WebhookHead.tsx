import { useQuery } from '@tanstack/react-query'
import { type Webhook, webhookHealthQuery } from '../../../api/shops/webhooks.ts'
import { Badge } from '../../../components/Badge.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { chooseStatus } from './names.ts'

/** State and success of a webhook. */
export function WebhookHead({ webhook }: { webhook: Webhook }) {
  const { tone, name } = chooseStatus(webhook)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-1 text-sm text-text">
      <Badge tone={tone}>{name}</Badge>
      <LastDay webhookId={webhook.id} />
    </div>
  )
}

/** The card of the last seven days has the other days. */
function LastDay({ webhookId }: { webhookId: string }) {
  const { data } = useQuery(webhookHealthQuery(useStoreId(), webhookId))
  if (!data) return null
  const last = data.days.findLast(({ delivered, failed }) => delivered + failed > 0)
  if (!last) return <span className="text-quiet">No deliveries in seven days</span>
  const { date, delivered, failed } = last
  const all = delivered + failed
  const share = percent.format(Math.floor((delivered / all) * 1000) / 1000)
  const isToday = last === data.days.at(-1)
  return (
    <span>
      <span className="font-semibold">
        {isToday ? `${share} delivered today` : `${share} delivered on ${day.format(new Date(date))}`}
      </span>{' '}
      <span className="text-quiet">
        {delivered.toLocaleString(shownLocale)} of {all.toLocaleString(shownLocale)}
      </span>
    </span>
  )
}

const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 1 })
/** The service counts days in UTC. */
const day = new Intl.DateTimeFormat(shownLocale, { weekday: 'long', timeZone: 'UTC' })
