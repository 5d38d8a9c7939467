import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery, signOut } from '../api/account/session.ts'
import { toast } from '../components/toasts.ts'
import { clearVisits } from '../components/visits.ts'
import { clearFiles } from '../state/chosen-files.ts'
import { forgetDrafts } from '../state/kept-drafts.ts'
import { settleAll } from '../state/pending-overlay.ts'
import { deleteDrafts } from '../state/reply-drafts.ts'

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      // Pending decisions need this session, so they are sent first.
      await settleAll()
      await signOut()
    } catch (error) {
      toast(`Signing out failed: ${(error as Error).message}`, { tone: 'danger' })
      return
    }
    deleteDrafts()
    clearFiles()
    clearVisits()
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await navigate({ to: '/sign-in' })
    // Comes last, because an open editor stores its draft when it unmounts.
    forgetDrafts()
  }
}
