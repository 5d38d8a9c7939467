import { useQuery } from '@tanstack/react-query'
import { storesQuery } from '../../../api/account/account.ts'
import { Choice } from '../../../components/forms/Choice.tsx'
import { useStore } from '../../../shell/store/use-store.ts'

/** Undefined means all stores. An empty list is a selection of nothing. */
type Props = { stores: readonly string[] | undefined; onChange(stores: readonly string[] | undefined): void }

/** An organization with one store has nothing to choose. */
export function StorePicker({ stores, onChange }: Props) {
  const { id, organizationId } = useStore()
  const { data = [] } = useQuery(storesQuery)
  const own = data.filter((store) => store.organizationId === organizationId)
  if (own.length < 2) return null
  const toggle = (storeId: string, isOn: boolean) =>
    onChange(isOn ? [...(stores ?? []), storeId] : (stores ?? []).filter((each) => each !== storeId))
  return (
    <div className="grid gap-3">
      <Choice
        legend="Stores"
        value={stores ? 'some' : 'all'}
        options={[
          { value: 'all', name: 'All stores', meaning: 'Later ones too.' },
          { value: 'some', name: 'Some stores', meaning: 'It sees no others.' },
        ]}
        onChange={(value) => onChange(value === 'all' ? undefined : [id])}
      />
      {stores && (
        <fieldset className="relative grid max-h-48 gap-1 overflow-y-auto">
          <legend className="sr-only">Stores that the key reaches</legend>
          {own.map((store) => (
            <label key={store.id} className="flex items-center gap-2.5 py-1 text-sm">
              <input
                type="checkbox"
                checked={stores.includes(store.id)}
                onChange={(event) => toggle(store.id, event.target.checked)}
              />
              <span dir="auto">{store.name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
