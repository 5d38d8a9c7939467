import { useQuery } from '@tanstack/react-query'
import { categoryQuery, someCategoriesQuery } from '../../../api/categories.ts'
import { FilterSelect } from '../../../components/forms/Field.tsx'

type Props = { storeId: string; chosen: string | undefined; onChoose(id: string | undefined): void }

export function CategorySelect({ storeId, chosen, onChoose }: Props) {
  const { data } = useQuery(someCategoriesQuery(storeId))
  const offered = data?.data ?? []
  const isOffered = !chosen || offered.some(({ id }) => id === chosen)
  const other = useQuery({ ...categoryQuery(storeId, chosen ?? ''), enabled: data !== undefined && !isOffered })
  if (offered.length === 0 && !chosen) return null
  return (
    <FilterSelect label="Category" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
      <option value="">Any category</option>
      {chosen && !isOffered && <option value={chosen}>{other.data?.name ?? 'One category'}</option>}
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}
