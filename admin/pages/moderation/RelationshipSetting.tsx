import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reviewSettingsQuery, updateReviewSettings } from '../../api/reviews/signals.ts'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function RelationshipSetting() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { queryKey } = reviewSettingsQuery(storeId)
  const { data } = useQuery(reviewSettingsQuery(storeId))
  const saving = useMutation({
    mutationFn: (askRelationship: boolean) => updateReviewSettings(storeId, { askRelationship }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      toast('Saved')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  if (!data) return null
  return (
    <label className="card flex items-start gap-2.5 p-4 text-sm">
      <input
        type="checkbox"
        className="mt-0.5"
        checked={saving.isPending ? saving.variables : data.askRelationship}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      <span className="grid gap-0.5">
        <span className="font-medium">Ask authors for their relationship to the shop</span>
        <span className="text-quiet">
          Reviews of employees, family, suppliers and competitors are then marked, and count in no average.
        </span>
      </span>
    </label>
  )
}
