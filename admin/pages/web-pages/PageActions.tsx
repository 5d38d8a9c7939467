import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changeWebPage,
  duplicateWebPage,
  publishWebPage,
  removeWebPage,
  unpublishWebPage,
  type WebPage,
  webPagesKey,
} from '../../api/content/web-pages.ts'
import { Button } from '../../components/Button.tsx'
import { DuplicateButton, nameCopy } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Changes } from './draft.ts'

type Props = { page: WebPage; changes: Changes; base: WebPage; onKept(page: WebPage): void }

/** Saves first, so that the published page equals the visible one. */
export function PageActions({ page, changes, base, onKept }: Props) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isRemoving, setIsRemoving] = useState(false)
  const isChanged = Object.keys(changes).length > 0
  const isShown = page.publishedVersion === page.version && !isChanged
  const settling = {
    onError: (error: Error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: webPagesKey(storeId) }),
  }
  const publishing = useMutation({
    mutationFn: async () => {
      const saved = isChanged ? await changeWebPage(storeId, page.id, { ...changes, version: base.version }) : page
      if (isChanged) onKept(saved)
      return publishWebPage(storeId, page.id, saved.version)
    },
    onSuccess: (published) => {
      onKept(published)
      toast('Shoppers see it now.')
    },
    ...settling,
  })
  const takingBack = useMutation({
    mutationFn: () => unpublishWebPage(storeId, page.id),
    onSuccess: () => toast('Shoppers no longer see it.'),
    ...settling,
  })
  return (
    <>
      <Button look="dangerQuiet" onClick={() => setIsRemoving(true)}>
        Delete
      </Button>
      {!isChanged && (
        <DuplicateButton
          queryKey={webPagesKey(storeId)}
          copy={() => duplicateWebPage(storeId, page, nameCopy(page.title, 150))}
          onMade={({ id }) => void navigate({ to: '/stores/$storeId/pages/$pageId', params: { storeId, pageId: id } })}
        />
      )}
      {page.status === 'published' && (
        <Button isBusy={takingBack.isPending} onClick={() => takingBack.mutate()}>
          Unpublish
        </Button>
      )}
      <Button look="primary" isBusy={publishing.isPending} disabled={isShown} onClick={() => publishing.mutate()}>
        {isChanged ? 'Save and publish' : 'Publish'}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title="Delete this page?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeWebPage(storeId, page.id)}
          onDone={() => {
            toast('Deleted')
            void client.invalidateQueries({ queryKey: webPagesKey(storeId), refetchType: 'none' })
            void navigate({ to: '/stores/$storeId/pages', params: { storeId }, ignoreBlocker: true })
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p dir="auto" className="font-medium wrap-anywhere">
            {page.title}
          </p>
          <p>Links to it stop working, and its versions are deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
