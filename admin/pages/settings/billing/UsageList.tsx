import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../../api/account/billing.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { featureName } from './labels.ts'

export function UsageList() {
  const { data } = useQuery(usageQuery(useStoreId()))
  const used = data?.data.filter(({ count }) => count > 0) ?? []
  if (used.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {used.map(({ feature, count }) => (
        <div key={feature} className="flex gap-1.5">
          <dt className="text-quiet">{featureName(feature)}</dt>
          <dd className="font-medium tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
