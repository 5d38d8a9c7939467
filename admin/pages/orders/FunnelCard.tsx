import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Funnel, funnelQuery } from '../../api/orders.ts'
import { FilterSelect } from '../../components/Field.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/use-store.ts'

const steps = [
  ['sent', 'Requests sent'],
  ['opened', 'Opened the form'],
  ['reviewed', 'Wrote a review'],
  ['openedAndLeft', 'Opened it and left'],
] as const satisfies [keyof Funnel, string][]

/** What became of the requests for reviews. A store that has sent none has nothing to learn from four zeros. */
export function FunnelCard() {
  const storeId = useStoreId()
  const [days, setDays] = useState<30 | 90>(90)
  const widest = useQuery(funnelQuery(storeId, 90))
  const { data } = useQuery(funnelQuery(storeId, days))
  if (!widest.data || widest.data.sent === 0) return null
  return (
    <Card
      title="Review requests"
      actions={
        <FilterSelect label="Window" value={days} onChange={(event) => setDays(event.target.value === '30' ? 30 : 90)}>
          <option value={30}>Last 30 days</option>
          <option value={90}>Last 90 days</option>
        </FilterSelect>
      }
    >
      <dl className="grid grid-cols-2 gap-4 p-5 pt-3 sm:grid-cols-4">
        {steps.map(([name, label]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{data?.[name] ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
