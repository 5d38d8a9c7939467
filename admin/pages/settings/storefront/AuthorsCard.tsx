import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeReviewSettings, type ReviewSettings, reviewSettingsQuery } from '../../../api/reviews/settings.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'

/** Settings for authors of reviews. Each switch saves itself. */
export function AuthorsCard() {
  const query = useQuery(reviewSettingsQuery(useStoreId()))
  return (
    <Card title="Authors">
      <div className="p-5 pt-3">
        <Loaded query={query}>{(settings) => <Switches settings={settings} />}</Loaded>
      </div>
    </Card>
  )
}

function Switches({ settings: { buyersOnly, receipts } }: { settings: ReviewSettings }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const saving = useMutation({
    mutationFn: (change: Partial<Pick<ReviewSettings, 'buyersOnly' | 'receipts'>>) =>
      changeReviewSettings(storeId, change),
    onSuccess: (settings) => {
      queryClient.setQueryData(reviewSettingsQuery(storeId).queryKey, settings)
      toast('Saved')
    },
  })
  const isDisabled = !isAdmin || saving.isPending
  return (
    <div className="grid gap-4">
      {!isAdmin && <Notice icon="lock">Only owners and admins can change who may review.</Notice>}
      <Switch
        label="Only buyers can review"
        hint="The form says so before the stars. Existing reviews stay, and you can still import others."
        isOn={buyersOnly}
        isDisabled={isDisabled}
        onChange={(isOn) => saving.mutate({ buyersOnly: isOn })}
      />
      <Switch
        label="Authors get a receipt"
        hint="An email with a link to their review, where they can check, correct or withdraw it."
        isOn={receipts}
        isDisabled={isDisabled}
        onChange={(isOn) => saving.mutate({ receipts: isOn })}
      />
      {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
    </div>
  )
}
