import { type FormEvent, useState } from 'react'
import { changeShop, type Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../../components/Dialog.tsx'
import { TextField } from '../../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../../components/forms/field-errors.ts'
import { Notice } from '../../../../components/Notice.tsx'
import { toast } from '../../../../components/toasts.ts'
import { useShopChange } from '../parts/use-shop-change.ts'

export function NameDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const [name, setName] = useState(shop.name)
  const saving = useShopChange(
    (storeId, text: string) => changeShop(storeId, shop.id, { name: text }),
    () => {
      onClose()
      toast('Name saved')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(name.trim())
  }
  const beside = remainingError(saving.error, ['/name'])
  return (
    <Dialog title="Name of the shop" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          error={errorAt(saving.error, '/name')}
          onChange={(event) => setName(event.target.value)}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
