import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery, signOut } from '../api/session.ts'
import { toast } from '../components/toasts.ts'
import { forgetFiles } from '../pages/imports/chosen-files.ts'
import { forgetDrafts } from '../pages/reviews/reply-drafts.ts'
import { settleAll } from '../pages/reviews/verdicts.ts'

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      // A decision still in its moment of grace needs the session that took it.
      await settleAll()
      await signOut()
    } catch (error) {
      toast(`Signing out failed: ${(error as Error).message}`, { tone: 'danger' })
      return
    }
    forgetDrafts()
    forgetFiles()
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await navigate({ to: '/sign-in' })
  }
}
