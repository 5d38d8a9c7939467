import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CreatedShop, connectShop, type NewShop, type Platform, testNewShop } from '../../../api/shops/shops.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt } from '../../../components/forms/field-errors.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { rememberConsent } from '../../../shell/awaited-consent.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { Checks } from './parts/Checks.tsx'
import { CredentialFields, type CredentialInput, toCredentials } from './parts/CredentialFields.tsx'
import { isByConsent, platforms, type Way } from './parts/platforms.tsx'
import { readRefusal } from './parts/refusals.ts'
import { useShopChange } from './parts/use-shop-change.ts'

type Props = { platform: Platform; way: Way; onConnected(shop: CreatedShop): void }

const usualDays = 60

export function ConnectForm({ platform, way, onConnected }: Props) {
  const storeId = useStoreId()
  const { address: addressTexts, name: platformName } = platforms[platform]
  const [address, setAddress] = useState('')
  const [typed, setTyped] = useState<CredentialInput>({})
  const [name, setName] = useState('')
  const [backfillDays, setBackfillDays] = useState(usualDays)
  const byConsent = isByConsent(platform, way)
  const testing = useMutation({ mutationFn: (body: NewShop) => testNewShop(storeId, body) })
  const connecting = useShopChange(connectShop, (shop) => {
    if (shop.installUrl && byConsent) {
      rememberConsent(storeId)
      window.location.assign(shop.installUrl)
      return
    }
    toast(`${platformName} is connected`)
    onConnected(shop)
  })
  const forget = () => {
    testing.reset()
    connecting.reset()
  }
  const read = (): NewShop => {
    const credentials = toCredentials(way.fields, typed)
    return {
      platform,
      ...(addressTexts && { address: address.trim() }),
      ...(credentials && { credentials }),
      ...(name.trim() && { name: name.trim() }),
      ...(platform !== 'custom' && { backfillDays }),
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    testing.reset()
    connecting.mutate(read())
  }
  const test = (form: HTMLFormElement | null) => {
    if (!form?.reportValidity()) return
    connecting.reset()
    testing.mutate(read())
  }
  const refusal = readRefusal(connecting.error ?? testing.error, testing.data, way.fields)
  const isAsking = testing.isPending || connecting.isPending
  return (
    <Card title={addressTexts ? 'Address and access' : 'Connect'}>
      <form onSubmit={submit} className="grid gap-5 p-5">
        <div className="grid max-w-[30rem] gap-5">
          {addressTexts && (
            <TextField
              label={addressTexts.label}
              hint={addressTexts.hint}
              placeholder={addressTexts.placeholder}
              required
              maxLength={500}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              inputMode="url"
              value={address}
              error={refusal.address}
              onChange={(event) => {
                setAddress(event.target.value)
                forget()
              }}
            />
          )}
          <CredentialFields
            fields={way.fields}
            value={typed}
            errorOf={refusal.ofField}
            onChange={(value) => {
              setTyped(value)
              forget()
            }}
          />
          <TextField
            label="Name (optional)"
            hint="The name you see here."
            maxLength={100}
            value={name}
            error={errorAt(connecting.error, '/name')}
            onChange={(event) => setName(event.target.value)}
          />
          {platform !== 'custom' && (
            <NumberField
              label="Orders of the last"
              unit="days"
              hint="Orders from before the connection get no emails."
              min={0}
              max={365}
              value={backfillDays}
              error={errorAt(connecting.error, '/backfillDays')}
              onChange={setBackfillDays}
            />
          )}
        </div>
        {way.fields.length > 0 && (
          <p className="text-sm text-quiet">Credentials are stored encrypted and never shown again.</p>
        )}
        {testing.data && testing.data.checks.length > 0 && !refusal.address && <TestOutcome result={testing.data} />}
        {refusal.rest && <Notice tone="danger">{refusal.rest}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          {way.fields.length > 0 && (
            <Button isBusy={testing.isPending} disabled={isAsking} onClick={(event) => test(event.currentTarget.form)}>
              {testing.isPending ? 'Asking the shop …' : 'Test'}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={connecting.isPending} disabled={isAsking}>
            {byConsent ? 'Continue to Shopify' : connecting.isPending ? 'Asking the shop …' : 'Connect'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function TestOutcome({ result }: { result: Awaited<ReturnType<typeof testNewShop>> }) {
  return (
    <section aria-live="polite" aria-label="Result of the test" className="grid gap-3 rounded-lg bg-sunken p-4">
      <p className="font-medium">
        {result.ok ? 'The shop can be connected.' : 'The shop answers, but something is missing.'}
      </p>
      <Checks result={result} />
    </section>
  )
}
