import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from './Button.tsx'
import { toast } from './toasts.ts'

/** Creates a draft from what is stored. Nothing that shoppers see changes. */
export function useDuplicate<Made>(queryKey: QueryKey, onMade?: (made: Made) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (copy: () => Promise<Made>) => copy(),
    onSuccess: (made) => {
      toast('Duplicated as a draft.')
      onMade?.(made)
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

type Props<Made> = { queryKey: QueryKey; copy(): Promise<Made>; onMade(made: Made): void }

export function DuplicateButton<Made>({ queryKey, copy, onMade }: Props<Made>) {
  const { mutate, isPending } = useDuplicate(queryKey, onMade)
  return (
    <Button isBusy={isPending} onClick={() => mutate(copy)}>
      Duplicate
    </Button>
  )
}

export const nameCopy = (name: string, max: number): string => {
  const copy = `${name} (copy)`
  return copy.length > max ? name : copy
}
