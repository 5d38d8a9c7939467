import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FirstRun, firstRunQuery, type StepName, skipSteps } from '../../api/first-run.ts'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** A skipped step is skipped for everybody in the store. "Undo" and the setup page revert it. */
export function useSkipping(firstRun: FirstRun) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { queryKey } = firstRunQuery(storeId)
  const before = firstRun.steps.filter(({ skipped }) => skipped).map(({ name }) => name)
  const saving = useMutation({
    mutationFn: (skipped: readonly StepName[]) => skipSteps(storeId, skipped),
    onSuccess: async (saved) => {
      // A poll that began before this write would bring the skipped step back, so polls are cancelled.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, saved)
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  const skip = (names: readonly StepName[], text: string) =>
    saving.mutate([...before, ...names], {
      onSuccess: () => void toast(text, { action: { label: 'Undo', run: () => saving.mutate(before) } }),
    })
  return {
    isBusy: saving.isPending,
    skip,
    takeUp: (name: StepName) => saving.mutate(before.filter((each) => each !== name)),
  }
}
