import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { changeGroup, createGroup, groupProductsQuery, type ProductGroup } from '../../api/product-groups.ts'
import type { Product } from '../../api/products.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { MakeDialog } from '../../components/dialogs/MakeDialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { type ChosenProduct, GroupProductsField } from './GroupProductsField.tsx'
import { nameOf } from './name-of.ts'

type Props = { group?: ProductGroup | undefined; onClose(): void }

const toChosen = (product: Product): ChosenProduct => ({ id: product.id, name: nameOf(product) })

/** Loads the products of an existing group first, so that saving never drops one. */
export function GroupDialog({ group, onClose }: Props) {
  if (!group) return <GroupForm products={[]} onClose={onClose} />
  return <LoadedGroupDialog group={group} onClose={onClose} />
}

function LoadedGroupDialog({ group, onClose }: { group: ProductGroup; onClose(): void }) {
  const query = useQuery(groupProductsQuery(useStoreId(), group.id))
  if (query.data) return <GroupForm group={group} products={query.data.map(toChosen)} onClose={onClose} />
  return (
    <Dialog title={`Edit ${group.name}`} size="wide" onClose={onClose}>
      <Loaded query={query} rows={3}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function GroupForm({ group, products, onClose }: Props & { products: ChosenProduct[] }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState(products)
  // Products of the last save. An error about products that are no longer chosen is out of date.
  const [sent, setSent] = useState(chosen)
  const body = { name, productIds: chosen.map(({ id }) => id) }
  return (
    <MakeDialog
      title={group ? `Edit ${group.name}` : 'New group'}
      size="wide"
      paths={['/name', '/productIds']}
      queryKey={[storeId, 'products']}
      label={group ? 'Save' : 'Create group'}
      make={() => {
        setSent(chosen)
        const saving = group ? changeGroup(storeId, group.id, body) : createGroup(storeId, body)
        return saving.catch((error) => {
          throw toNamedError(error, chosen)
        })
      }}
      onMade={(made) => {
        queryClient.removeQueries({ queryKey: groupProductsQuery(storeId, made.id).queryKey })
        toast(group ? `${made.name} was saved` : `${made.name} was created`)
        onClose()
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            hint="Only people of your store see it."
            error={error('/name')}
            value={name}
            required
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
          />
          <GroupProductsField
            chosen={chosen}
            error={sent === chosen ? error('/productIds') : undefined}
            onChange={setChosen}
          />
        </>
      )}
    </MakeDialog>
  )
}

/** The service names products by id, so this replaces the id by the product's title. */
function toNamedError(error: unknown, chosen: readonly ChosenProduct[]): unknown {
  if (!(error instanceof ApiError) || error.code !== 'already_grouped') return error
  const product = chosen.find(({ id }) => error.message.includes(id))
  if (!product) return error
  const text = `${product.name} is in another group. Remove it there first, or leave it out.`
  return new Error(text)
}
