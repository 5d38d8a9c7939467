import { useQuery } from '@tanstack/react-query'
import { storesQuery } from '../../../api/account/account.ts'

export function StoreNames({ ids }: { ids: readonly string[] }) {
  const { data = [] } = useQuery(storesQuery)
  if (ids.length === 0) return <span>All</span>
  const names = ids.map((id) => data.find((store) => store.id === id)?.name ?? id)
  return (
    <span title={names.join(', ')} dir="auto">
      {names.length === 1 ? names[0] : `${names.length} stores`}
    </span>
  )
}
