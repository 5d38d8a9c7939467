import { type FormEvent, useState } from 'react'
import { type Credentials, changeShop, type Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../../components/Dialog.tsx'
import { Choice } from '../../../../components/forms/Choice.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { toast } from '../../../../components/toasts.ts'
import { CredentialFields, type CredentialInput, toCredentials } from '../parts/CredentialFields.tsx'
import { platforms } from '../parts/platforms.tsx'
import { readRefusal } from '../parts/refusals.ts'
import { useShopChange } from '../parts/use-shop-change.ts'

export function CredentialsDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const texts = platforms[shop.platform]
  const ways = texts.ways.filter(({ fields }) => fields.length > 0)
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<CredentialInput>({})
  const way = ways.find(({ name }) => name === chosen) ?? ways[0] ?? texts.ways[0]
  const saving = useShopChange(
    (storeId, credentials: Credentials) => changeShop(storeId, shop.id, { credentials }),
    () => {
      onClose()
      toast('Credentials replaced. Reading the shop.')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(toCredentials(way.fields, typed) ?? {})
  }
  const refusal = readRefusal(saving.error, undefined, way.fields)
  const beside = refusal.rest ?? refusal.address
  return (
    <Dialog title="Replace credentials" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          {texts.name} checks the new credentials first. Then they replace{' '}
          {shop.credentialLast4 ? `those that end in ${shop.credentialLast4}` : 'your consent'}, and the shop is read.{' '}
          <a href={texts.guide} target="_blank" rel="noopener" className="underline">
            Where to find them
          </a>
        </p>
        {ways.length > 1 && (
          <Choice
            legend="Which"
            value={way.name}
            options={ways.map(({ name, meaning }) => ({ value: name, name, meaning }))}
            onChange={(name) => {
              setChosen(name)
              saving.reset()
            }}
          />
        )}
        <CredentialFields
          fields={way.fields}
          value={typed}
          errorOf={refusal.ofField}
          onChange={(value) => {
            setTyped(value)
            saving.reset()
          }}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {saving.isPending ? 'Asking the shop …' : 'Replace'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
