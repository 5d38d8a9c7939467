import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateStorefrontSecret, type StorefrontSecret, showStorefrontSecret } from '../../../api/content/storefront.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { tokenCode } from './snippets.ts'

export function SecretCard() {
  return (
    <Card title="Signed-in shoppers">
      <div className="grid gap-5 p-5 pt-3">
        <p className="text-sm text-quiet">
          Your own server knows which shopper is signed in to your shop, and signs a token for them with the storefront
          secret. The shopper's review is then verified without a confirmation email.
        </p>
        <Secret />
        <Snippet
          title="How your server signs, in Node"
          meaning="A token is valid for a day at most. Pass it to the form as customer-token."
          code={tokenCode}
        />
      </div>
    </Card>
  )
}

function Secret() {
  const storeId = useStoreId()
  const [secret, setSecret] = useState<StorefrontSecret>()
  const [isAsking, setIsAsking] = useState(false)
  const showing = useMutation({ mutationFn: () => showStorefrontSecret(storeId), onSuccess: setSecret })
  return (
    <div className="grid gap-3">
      {secret && (
        <>
          <Notice tone="warn">For your server only. Anyone with it can write reviews as any customer.</Notice>
          <CopyField label="Storefront secret" value={secret.secret} />
          {secret.previousHoldsUntil && (
            <p className="text-sm text-quiet">
              The previous secret works until {formatMoment(secret.previousHoldsUntil)}.
            </p>
          )}
        </>
      )}
      {showing.error && <Notice tone="danger">{showing.error.message}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {secret ? (
          <Button onClick={() => setSecret(undefined)}>Hide the secret</Button>
        ) : (
          <Button icon="key" isBusy={showing.isPending} onClick={() => showing.mutate()}>
            Show the secret
          </Button>
        )}
        <Button look="quiet" icon="rotate" onClick={() => setIsAsking(true)}>
          Replace it
        </Button>
      </div>
      {!secret && <p className="text-xs text-quiet">The audit log records each view.</p>}
      {isAsking && (
        <ConfirmDialog
          title="Replace the storefront secret?"
          confirmLabel="Replace"
          isDangerous
          act={async () => setSecret(await rotateStorefrontSecret(storeId))}
          onDone={() => toast('New secret created. Add it to your server.')}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The current secret works for another 24 hours, so that you can update your server. An even older one stops
            working immediately.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
