import { type FormEvent, useState } from 'react'
import { type IssuedString, replaceConnectionString, type Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../../components/Dialog.tsx'
import { Choice, Switch } from '../../../../components/forms/Choice.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { useShopChange } from '../parts/use-shop-change.ts'

type End = 'later' | 'now'
type Props = { shop: Shop; onString(issued: IssuedString): void; onClose(): void }

export function ReplaceStringDialog({ shop, onString, onClose }: Props) {
  const { plugin } = shop
  const [end, setEnd] = useState<End>('later')
  const [mayReply, setMayReply] = useState(plugin?.reply ?? false)
  const making = useShopChange(
    (storeId) => replaceConnectionString(storeId, shop.id, { endOld: end === 'now', reply: mayReply }),
    (issued) => {
      onClose()
      onString(issued)
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate()
  }
  return (
    <Dialog title={plugin ? 'New connection string' : 'Install the plugin'} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {plugin && (
          <Choice<End>
            legend="The old one"
            value={end}
            options={[
              { value: 'later', name: 'Works for 24 more hours', meaning: 'Time to start the shop with the new one.' },
              { value: 'now', name: 'Ends immediately', meaning: 'Use this if someone else may know the old one.' },
            ]}
            onChange={setEnd}
          />
        )}
        <Switch
          label="Answer reviews in the shop’s admin"
          hint="The string’s key may then also write answers, not only read."
          isOn={mayReply}
          onChange={setMayReply}
        />
        {making.error && <Notice tone="danger">{making.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={making.isPending}>
            Make the connection string
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
