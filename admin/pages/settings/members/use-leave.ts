import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../../../api/account/session.ts'

/** After leaving an organization nothing of it may be left, and one goes to where one still belongs. */
export function useLeave() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
    await navigate({ to: '/' })
  }
}
