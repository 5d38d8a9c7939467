import { useMutation, useQueryClient } from '@tanstack/react-query'
import { faqsKey, orderFaqs } from '../../api/content/faqs.ts'
import { toast } from '../../components/toasts.ts'

export function useOrder(storeId: string) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ ids }: { ids: string[]; before?: string[] }) => orderFaqs(storeId, ids),
    onSuccess: (_, { before }) => {
      if (before) toast('The order has changed.', { action: { label: 'Undo', run: () => mutate({ ids: before }) } })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: faqsKey(storeId) }),
  })
  const move = (before: string[], from: number, to: number) => {
    const ids = [...before]
    const [moved] = ids.splice(from, 1)
    if (moved === undefined || from === to) return
    ids.splice(to, 0, moved)
    mutate({ ids, before })
  }
  return { move, isPending }
}
