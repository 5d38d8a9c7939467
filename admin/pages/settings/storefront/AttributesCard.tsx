import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { someCategoriesQuery } from '../../../api/categories.ts'
import { type Attribute, attributesQuery, type Subject, setAttributes } from '../../../api/reviews/attributes.ts'
import { Button } from '../../../components/Button.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { AttributeFields } from './AttributeFields.tsx'
import { type Draft, type Kind, toBody, toDraft } from './attribute-drafts.ts'

const most = 6

export function AttributesCard() {
  const storeId = useStoreId()
  const ofProducts = useQuery(attributesQuery(storeId))
  const ofShop = useQuery(attributesQuery(storeId, 'shop'))
  return (
    <Card title="Extra questions">
      <div className="p-5 pt-3">
        <p className="mb-5 max-w-prose text-sm text-quiet">
          Ask up to six short, optional questions in the form, such as fit or quality. Pages show the average, and each
          review its own answers. Existing answers do not change.
        </p>
        <Loaded query={ofProducts}>
          {({ attributes: products }) => (
            <Loaded query={ofShop}>{({ attributes: shop }) => <Lists products={products} shop={shop} />}</Loaded>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

/** Option value for questions about the shop. It never equals a category's id, which is a UUID. */
const ofShop = 'shop'

type ListsProps = { products: readonly Attribute[]; shop: readonly Attribute[] }

function Lists({ products, shop }: ListsProps) {
  const storeId = useStoreId()
  const categories = useQuery(someCategoriesQuery(storeId))
  const [chosen, setChosen] = useState('')
  const names = new Map(categories.data?.data.map(({ id, name }) => [id, name]))
  const unnamed = products.flatMap((each) => (each.categoryId && !names.has(each.categoryId) ? each.categoryId : []))
  for (const id of unnamed) names.set(id, 'A category that is not listed any more')
  const own = chosen === ofShop ? shop : products.filter((each) => (each.categoryId ?? '') === chosen)
  return (
    <div className="grid gap-5">
      <SelectField
        label="Asked about"
        hint={
          chosen === ofShop
            ? 'Asked with a review of the shop itself, not of a product.'
            : 'A form asks at most six questions. Questions of the product’s category come before questions about all products.'
        }
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">All products</option>
        <option value={ofShop}>
          The shop
          {shop.length > 0 ? ' (has its own)' : ''}
        </option>
        {[...names].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
            {products.some((each) => each.categoryId === id) ? ' (has its own)' : ''}
          </option>
        ))}
      </SelectField>
      <List
        key={chosen}
        subject={chosen === ofShop ? 'shop' : 'product'}
        categoryId={chosen === ofShop ? null : chosen || null}
        kept={own}
      />
    </div>
  )
}

type ListProps = { subject: Subject; categoryId: string | null; kept: readonly Attribute[] }

function List({ subject, categoryId, kept }: ListProps) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const [edited, setEdited] = useState<readonly Draft[]>()
  const drafts = edited ?? kept.map(toDraft)
  const saving = useMutation({
    mutationFn: () =>
      setAttributes(storeId, {
        ...(subject === 'shop' ? { subject } : { categoryId }),
        attributes: drafts.map(toBody),
      }),
    onSuccess: ({ attributes }) => {
      queryClient.setQueryData(attributesQuery(storeId, subject).queryKey, (all) => ({
        attributes: [...(all?.attributes ?? []).filter((each) => each.categoryId !== categoryId), ...attributes],
      }))
      setEdited(undefined)
      toast('Saved. Forms now ask this.')
    },
  })
  const change = (next: readonly Draft[]) => {
    if (saving.error) saving.reset()
    setEdited(next)
  }
  const add = (kind: Kind) => change([...drafts, { key: crypto.randomUUID(), kind, label: '', choices: ['', ''] }])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      {!isAdmin && <Notice icon="lock">Only owners and admins can change what the form asks.</Notice>}
      <fieldset disabled={!isAdmin || saving.isPending} className="grid min-w-0 gap-4">
        {drafts.length === 0 && <p className="text-sm text-quiet">No extra questions yet.</p>}
        {drafts.map((draft, i) => (
          <AttributeFields
            key={draft.key}
            draft={draft}
            place={i}
            isFirst={i === 0}
            error={(field) => errorAt(saving.error, `/attributes/${i}/${field}`)}
            onChange={(next) => change(drafts.with(i, next))}
            onRemove={() => change(drafts.toSpliced(i, 1))}
            onMoveUp={() => change(drafts.toSpliced(i, 1).toSpliced(i - 1, 0, draft))}
          />
        ))}
        {drafts.length < most && (
          <div className="flex flex-wrap gap-2">
            <Button icon="plus" onClick={() => add('scale')}>
              Add a scale from 1 to 5
            </Button>
            <Button icon="plus" onClick={() => add('choice')}>
              Add a choice
            </Button>
          </div>
        )}
      </fieldset>
      <SaveBar
        isChanged={edited !== undefined}
        isBusy={saving.isPending}
        label="Save questions"
        error={
          saving.error ? (remainingError(saving.error, ['/attributes']) ?? 'Correct the fields above.') : undefined
        }
        onDiscard={() => {
          setEdited(undefined)
          saving.reset()
        }}
      />
    </form>
  )
}
