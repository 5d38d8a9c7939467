import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ErasureSettings, erasureSettingsQuery, updateErasureSettings } from '../../api/customers.ts'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

const modes: [ErasureSettings['mode'], string, string][] = [
  ['delete', 'Delete them', 'The reviews and their photos are deleted. Ratings change.'],
  ['anonymize', 'Keep them without a name', 'Rating and text stay. Name and address are deleted.'],
]

export function ErasureSetting() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { queryKey } = erasureSettingsQuery(storeId)
  const { data } = useQuery(erasureSettingsQuery(storeId))
  const saving = useMutation({
    mutationFn: (mode: ErasureSettings['mode']) => updateErasureSettings(storeId, { mode }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      toast('Saved')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  if (!data) return null
  return (
    <Card title="When a customer is erased, their reviews">
      <fieldset disabled={saving.isPending} className="grid gap-3 p-5 pt-3">
        <legend className="sr-only">Reviews of an erased customer</legend>
        {modes.map(([mode, name, meaning]) => (
          <label key={mode} className="flex items-start gap-2.5 text-sm">
            <input
              type="radio"
              name="erasure"
              className="mt-0.5"
              checked={data.mode === mode}
              onChange={() => saving.mutate(mode)}
            />
            <span className="grid">
              <span className="font-medium">{name}</span>
              <span className="text-quiet">{meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Card>
  )
}
