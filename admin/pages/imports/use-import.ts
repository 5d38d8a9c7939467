import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { importQuery, importsQuery, startImport } from '../../api/shops/imports.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { type CheckedFile, rememberFile } from '../../state/chosen-files.ts'

export function useImport() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ file, options, dryRun }: CheckedFile & { dryRun: boolean }) =>
      startImport(storeId, file, { ...options, dryRun }),
    onSuccess: async (started, { file, options, dryRun }) => {
      if (dryRun) await rememberFile(started.id, { file, options })
      queryClient.setQueryData(importQuery(storeId, started.id).queryKey, started)
      void queryClient.invalidateQueries({ queryKey: importsQuery(storeId).queryKey })
      await navigate({ to: '/stores/$storeId/imports/$importId', params: { storeId, importId: started.id } })
    },
  })
}
