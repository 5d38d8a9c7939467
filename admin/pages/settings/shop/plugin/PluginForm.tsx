import { type FormEvent, useState } from 'react'
import { createConnectionString, type IssuedString, type PluginPlatform } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Switch } from '../../../../components/forms/Choice.tsx'
import { SelectField } from '../../../../components/forms/Field.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { useRole, useStore } from '../../../../shell/store/use-store.ts'
import { useShopChange } from '../parts/use-shop-change.ts'

type Props = { platform: PluginPlatform; onString(issued: IssuedString): void }

export function PluginForm({ platform, onString }: Props) {
  const { origins } = useStore()
  const { isDelegate } = useRole()
  const [page, setPage] = useState(origins[0] ?? '')
  const [mayReply, setMayReply] = useState(false)
  const making = useShopChange(
    (storeId) => createConnectionString(storeId, { platform, page, reply: mayReply }),
    onString,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate()
  }
  if (isDelegate) return <Notice tone="warn">Only the organization’s own people can make a connection string.</Notice>
  return (
    <Card title="Connection string">
      <form onSubmit={submit} className="grid gap-5 p-5">
        {origins.length === 0 ? (
          <Notice tone="warn">Add the address of your shop under Settings → Organization → Stores first.</Notice>
        ) : (
          <div className="grid max-w-[30rem] gap-5">
            <SelectField
              label="Address of the shop’s pages"
              hint="Shop pages at this address show the reviews."
              value={page}
              onChange={(event) => setPage(event.target.value)}
            >
              {origins.map((origin) => (
                <option key={origin} value={origin}>
                  {origin}
                </option>
              ))}
            </SelectField>
            <Switch
              label="Answer reviews in the shop’s admin"
              hint="The string’s key may then also write answers, not only read."
              isOn={mayReply}
              onChange={setMayReply}
            />
          </div>
        )}
        {making.error && <Notice tone="danger">{making.error.message}</Notice>}
        <Button
          type="submit"
          look="primary"
          className="justify-self-start"
          isBusy={making.isPending}
          disabled={page === ''}
        >
          Make the connection string
        </Button>
      </form>
    </Card>
  )
}
