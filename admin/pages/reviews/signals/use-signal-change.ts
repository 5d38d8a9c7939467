import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Signal, type SignalState, signalsKey, updateSignal } from '../../../api/reviews/signals.ts'
import { toast } from '../../../components/toasts.ts'

const done: Record<SignalState, string> = {
  open: 'Signal reopened',
  dismissed: 'Signal dismissed',
  confirmed: 'Signal confirmed',
}

export function useSignalChange(storeId: string, { id, state: before, note: noteBefore }: Signal) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: signalsKey(storeId) })
  return useMutation({
    mutationFn: (change: { state: SignalState; note: string | null }) => updateSignal(storeId, id, change),
    onSuccess: async ({ state }) => {
      await refresh()
      const restore = () =>
        updateSignal(storeId, id, { state: before, note: noteBefore }).then(refresh, (error: Error) =>
          toast(error.message, { tone: 'danger' }),
        )
      toast(done[state], { ms: 10_000, action: { label: 'Undo', run: () => void restore() } })
    },
  })
}
