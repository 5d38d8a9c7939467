import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppClient, rotateAppSecret } from '../../../api/account/connected-apps.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { NewSecret } from './NewSecret.tsx'
import { useRefreshApps } from './use-refresh-apps.ts'

type Previous = 'day' | 'now'

export function RotateDialog({ client, onClose }: { client: AppClient; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshApps()
  const [previous, setPrevious] = useState<Previous>('day')
  const rotating = useMutation({
    mutationFn: () => rotateAppSecret(storeId, client.id, previous === 'now'),
    onSuccess: refresh,
  })
  if (rotating.data?.clientSecret)
    return (
      <Dialog title={`The new secret of ${client.name}`} onClose={onClose} size="wide">
        <NewSecret value={rotating.data.clientSecret} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            I have saved it
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={`Replace the secret of “${client.name}”?`} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          rotating.mutate()
        }}
      >
        <Choice<Previous>
          legend="The current secret"
          value={previous}
          options={[
            {
              value: 'day',
              name: 'Works for another 24 hours',
              meaning: 'This gives you time to update the app. An even older secret stops working immediately.',
            },
            {
              value: 'now',
              name: 'Ends now',
              meaning:
                'Use this if others may know the secret. Until the app has the new one, its connections cannot be renewed.',
            },
          ]}
          onChange={setPrevious}
        />
        <p className="text-sm text-quiet">Its connections stay.</p>
        {rotating.error && <Notice tone="danger">{rotating.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={rotating.isPending}>
            Replace the secret
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
