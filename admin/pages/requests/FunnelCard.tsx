import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { reportQuery } from '../../api/analytics.ts'
import { featuresQuery } from '../../api/features.ts'
import { type Funnel, funnelQuery } from '../../api/orders.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { shareText } from '../../components/values/share.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { useStore, useStoreId } from '../../shell/store/use-store.ts'
import { computeSpans } from '../home/spans.ts'
import { providerName } from '../settings/email/labels.ts'
import type { RequestSearch } from './search.ts'

type Counts = Pick<Funnel, 'sent' | 'opened' | 'reviewed' | 'openedAndLeft'>
type Results = Counts & {
  byProvider: readonly (Counts & { provider: string })[]
  clicked: Funnel['clicked'] | undefined
}

export function FunnelCard() {
  const { days = 30 } = useSearch({ from: '/signed-in/stores/$storeId/requests' })
  const change = useFilterChange<RequestSearch>()
  const query = useQuery(featuresQuery(useStoreId()))
  return (
    <Card
      title="Results of requests"
      actions={
        <Segments
          label="Window"
          value={days === 90 ? '90' : '30'}
          onChange={(next) => change({ days: next === '90' ? 90 : undefined })}
          options={[
            ['30', '30 days'],
            ['90', '90 days'],
          ]}
        />
      }
    >
      <Loaded query={query} rows={3}>
        {({ features }) =>
          features.some(({ name, enabled }) => name === 'advanced_analytics' && enabled) ? (
            <Reported days={days} />
          ) : (
            <Present days={days} />
          )
        }
      </Loaded>
    </Card>
  )
}

/**
 * Reads the report that Home reads, so both pages show the same numbers. Only the funnel has the clicked stars. The
 * funnel counts days of 24 hours.
 */
function Reported({ days }: { days: 30 | 90 }) {
  const { id: storeId, timezone, createdAt } = useStore()
  const { now } = useMemo(
    () => computeSpans(`${days}d`, { timezone, createdAt }, serverNowMs()),
    [days, timezone, createdAt],
  )
  const query = useQuery(reportQuery(storeId, 'requests', { ...now, groupBy: 'provider' }))
  const clicked = useQuery(funnelQuery(storeId, days)).data?.clicked
  return (
    <Loaded query={query} rows={3}>
      {({ total, data }) => (
        <Bars
          days={days}
          period={`Sent in the last ${days} days, in ${timezone}.`}
          results={{ ...total, clicked, byProvider: data.map(({ key, ...counts }) => ({ provider: key, ...counts })) }}
        />
      )}
    </Loaded>
  )
}

function Present({ days }: { days: 30 | 90 }) {
  return (
    <Loaded query={useQuery(funnelQuery(useStoreId(), days))} rows={3}>
      {(funnel) => <Bars days={days} period={`Sent in the last ${days} days.`} results={funnel} />}
    </Loaded>
  )
}

function Bars({ days, period, results }: { days: number; period: string; results: Results }) {
  const { sent, byProvider, clicked } = results
  if (sent === 0)
    return (
      <p className="p-5 pt-3 text-sm text-quiet">
        No request was sent in the last {days} days. Once requests are sent, this shows how many buyers opened the form
        and how many wrote a review.
      </p>
    )
  const providers = byProvider.filter(({ sent }) => sent > 0)
  return (
    <div className="grid gap-6 p-5 pt-2">
      <p className="-mb-2 text-sm text-quiet">{period}</p>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Steps counts={results} />
        {clicked && stars.some((star) => clicked[star] > 0) && <StarsClicked clicked={clicked} />}
      </div>
      {providers.length > 1 && (
        <div className="grid gap-x-10 gap-y-6 border-t border-line pt-5 sm:grid-cols-2">
          {providers.map((counts) => (
            <section key={counts.provider} className="grid content-start gap-3">
              <h3 className="text-sm font-semibold">Sent by {providerName(counts.provider)}</h3>
              <Steps counts={counts} isSmall />
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

const steps = [
  ['sent', 'Requests sent'],
  ['opened', 'Opened the form'],
  ['reviewed', 'Wrote a review'],
] as const satisfies [keyof Counts, string][]

const stars = ['5', '4', '3', '2', '1'] as const

function Steps({ counts, isSmall = false }: { counts: Counts; isSmall?: boolean }) {
  return (
    <div className="grid content-start gap-3">
      <dl className="grid gap-3">
        {steps.map(([name, label]) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5 text-sm">
            <dt className={name === 'reviewed' ? 'font-medium' : 'text-quiet'}>{label}</dt>
            <dd className="tabular-nums">
              <span className="font-semibold">{counts[name].toLocaleString(shownLocale)}</span>
              {name !== 'sent' && <span className="ml-2 text-quiet">{shareText(counts[name] / counts.sent)}</span>}
            </dd>
            <dd
              aria-hidden="true"
              className={`col-span-2 overflow-hidden rounded-full bg-plain-wash ${isSmall ? 'h-1.5' : 'h-2.5'}`}
            >
              <div
                className={`h-full rounded-full ${name === 'reviewed' ? 'bg-accent' : 'bg-accent/45'}`}
                style={{ width: `${(counts[name] / counts.sent) * 100}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
      {!isSmall && counts.openedAndLeft > 0 && (
        <p className="text-sm text-quiet">
          {counts.openedAndLeft.toLocaleString(shownLocale)} opened the form and left without a review.
        </p>
      )}
    </div>
  )
}

function StarsClicked({ clicked }: { clicked: Funnel['clicked'] }) {
  const total = stars.reduce((sum, star) => sum + clicked[star], 0)
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-sm text-quiet">Stars clicked in the email</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-2 text-sm">
        {stars.map((star) => (
          <div key={star} className="col-span-full grid grid-cols-subgrid items-center tabular-nums">
            <dt className="text-quiet">{star}★</dt>
            <dd className="col-start-3 row-start-1 text-right">{clicked[star].toLocaleString(shownLocale)}</dd>
            <dd className="col-start-4 row-start-1 text-right text-quiet">{shareText(clicked[star] / total)}</dd>
            <dd aria-hidden="true" className="col-start-2 row-start-1 h-2 overflow-hidden rounded-full bg-plain-wash">
              <div className="h-full rounded-full bg-star" style={{ width: `${(clicked[star] / total) * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
