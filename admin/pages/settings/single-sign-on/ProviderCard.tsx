import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type SingleSignOn, saveSingleSignOn, testSingleSignOn } from '../../../api/account/single-sign-on.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useSignOnChange } from './use-sign-on-change.ts'

const fields = ['/issuer', '/clientId', '/clientSecret']

export function ProviderCard({ settings }: { settings: SingleSignOn }) {
  const [issuer, setIssuer] = useState(settings.issuer ?? '')
  const [clientId, setClientId] = useState(settings.clientId ?? '')
  const [secret, setSecret] = useState('')
  const saving = useSignOnChange(saveSingleSignOn, () => toast('Provider saved'))
  const isSame = issuer.trim() === settings.issuer && clientId.trim() === settings.clientId
  const isChanged = !isSame || secret !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const clientSecret = secret.trim()
    saving.mutate({ issuer: issuer.trim(), clientId: clientId.trim(), ...(clientSecret && { clientSecret }) })
  }
  const beside = remainingError(saving.error, fields)
  const status = settings.configured && (
    <Badge tone="good" icon="check">
      Set up
    </Badge>
  )
  return (
    <Card title="1. Provider" actions={status}>
      <div className="grid gap-5 p-5 pt-3">
        <div className="grid gap-1.5">
          <p className="text-sm text-quiet">
            Add an application to your provider: OpenID Connect, web, authorization code. Enter this as its redirect URI
            (also called callback URL).
          </p>
          <CopyField label="Redirect URI" value={settings.callbackUrl} />
        </div>
        <form onSubmit={submit} className="grid gap-4">
          <TextField
            label="Issuer"
            hint="The provider's issuer address, exactly as the provider states it."
            type="url"
            required
            autoComplete="off"
            maxLength={500}
            placeholder="https://login.example.com"
            value={issuer}
            error={errorAt(saving.error, '/issuer')}
            onChange={(event) => setIssuer(event.target.value)}
          />
          <TextField
            label="Client id"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={clientId}
            error={errorAt(saving.error, '/clientId')}
            onChange={(event) => setClientId(event.target.value)}
          />
          <TextField
            label="Client secret"
            hint={
              settings.configured && isSame
                ? 'Leave blank to keep the current secret.'
                : 'It is stored encrypted and never shown.'
            }
            type="password"
            required={!settings.configured || !isSame}
            autoComplete="off"
            maxLength={1000}
            placeholder={settings.clientSecretLast4 && isSame ? `••••••••${settings.clientSecretLast4}` : undefined}
            value={secret}
            error={errorAt(saving.error, '/clientSecret')}
            onChange={(event) => setSecret(event.target.value)}
          />
          {beside && <Notice tone="danger">{beside}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            {settings.configured && !isChanged && <Trial />}
            <Button type="submit" look="primary" isBusy={saving.isPending} disabled={!isChanged}>
              Check and save
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}

function Trial() {
  const storeId = useStoreId()
  const { pathname } = useLocation()
  const trying = useMutation({
    mutationFn: () => testSingleSignOn(storeId, `/admin${pathname}`),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Button icon="external" isBusy={trying.isPending || trying.isSuccess} onClick={() => trying.mutate()}>
      Try it out
    </Button>
  )
}
