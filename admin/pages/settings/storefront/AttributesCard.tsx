import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { someCategoriesQuery } from '../../../api/categories.ts'
import { type Attribute, type Attributes, attributesQuery, setAttributes } from '../../../api/reviews/attributes.ts'
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
  const query = useQuery(attributesQuery(useStoreId()))
  return (
    <Card title="Extra questions">
      <div className="p-5 pt-3">
        <p className="mb-5 max-w-prose text-sm text-quiet">
          Ask up to six short, optional questions in the form, such as fit or quality. Pages show the average, and each
          review its own answers. Existing answers do not change.
        </p>
        <Loaded query={query}>{({ attributes }) => <Lists attributes={attributes} />}</Loaded>
      </div>
    </Card>
  )
}

function Lists({ attributes }: Attributes) {
  const storeId = useStoreId()
  const categories = useQuery(someCategoriesQuery(storeId))
  const [categoryId, setCategoryId] = useState('')
  const names = new Map(categories.data?.data.map(({ id, name }) => [id, name]))
  const unnamed = attributes.flatMap((each) => (each.categoryId && !names.has(each.categoryId) ? each.categoryId : []))
  for (const id of unnamed) names.set(id, 'A category that is not listed any more')
  const own = attributes.filter((each) => (each.categoryId ?? '') === categoryId)
  return (
    <div className="grid gap-5">
      {names.size > 0 && (
        <SelectField
          label="Asked about"
          hint="A form asks six at most: what the product’s category asks goes before what is asked about all products."
          value={categoryId}
          onChange={(event) => setCategoryId(event.target.value)}
        >
          <option value="">All products</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
              {attributes.some((each) => each.categoryId === id) ? ' (has its own)' : ''}
            </option>
          ))}
        </SelectField>
      )}
      <List key={categoryId} categoryId={categoryId || null} kept={own} />
    </div>
  )
}

function List({ categoryId, kept }: { categoryId: string | null; kept: readonly Attribute[] }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const [edited, setEdited] = useState<readonly Draft[]>()
  const drafts = edited ?? kept.map(toDraft)
  const saving = useMutation({
    mutationFn: () => setAttributes(storeId, { categoryId, attributes: drafts.map(toBody) }),
    onSuccess: ({ attributes }) => {
      queryClient.setQueryData(attributesQuery(storeId).queryKey, (all) => ({
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
