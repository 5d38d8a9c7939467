import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changeReviewSettings, type ReviewSettings, reviewSettingsQuery } from '../../../api/reviews/settings.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'

type Shop = ReviewSettings['shop']

/** The form of a request can also ask about the shop. */
export function ShopQuestionCard() {
  const query = useQuery({ ...reviewSettingsQuery(useStoreId()), refetchOnWindowFocus: false })
  return (
    <div id="shop-question">
      <Card title="Reviews of the shop">
        <div className="p-5 pt-3">
          <Loaded query={query}>{({ shop }) => <Form kept={shop} />}</Loaded>
        </div>
      </Card>
    </div>
  )
}

function Form({ kept }: { kept: Shop }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const [changes, setChanges] = useState<Partial<Shop>>({})
  const shop = { ...kept, ...changes }
  const saving = useMutation({
    mutationFn: () => changeReviewSettings(storeId, { shop: { ...changes, question: shop.question?.trim() || null } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(reviewSettingsQuery(storeId).queryKey, saved)
      setChanges({})
      toast('Saved')
    },
  })
  const set = (change: Partial<Shop>) => {
    if (saving.error) saving.reset()
    setChanges({ ...changes, ...change })
  }
  const isChanged = (Object.keys(changes) as (keyof Shop)[]).some(
    (name) => (shop[name] || null) !== (kept[name] || null),
  )
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <fieldset disabled={!isAdmin || saving.isPending} className="grid min-w-0 gap-5">
        <Switch
          label="Ask about the shop too"
          hint="The form asks below the products, regardless of their ratings. Reviews of the shop earn no reward."
          isOn={shop.asked}
          isDisabled={!isAdmin || saving.isPending}
          onChange={(asked) => set({ asked })}
        />
        {shop.asked && (
          <>
            <TextField
              label="Question"
              hint="Leave blank for “How was shopping at …?” in the language of the form."
              dir="auto"
              maxLength={200}
              value={shop.question ?? ''}
              error={errorAt(saving.error, '/shop/question')}
              onChange={(event) => set({ question: event.target.value || null })}
            />
            <NumberField
              label="Ask nobody again within"
              unit="days"
              min={1}
              max={730}
              value={shop.askAgainDays}
              error={errorAt(saving.error, '/shop/askAgainDays')}
              onChange={(askAgainDays) => set({ askAgainDays })}
            />
          </>
        )}
      </fieldset>
      <p className="text-sm text-quiet">
        These reviews have their own{' '}
        <Link
          to="/stores/$storeId/widgets"
          params={{ storeId }}
          search={{ widget: 'badge' }}
          className="text-accent underline underline-offset-4"
        >
          widgets
        </Link>{' '}
        and numbers. They change no product’s stars.
      </p>
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isPending}
        label="Save the question"
        error={remainingError(saving.error, ['/shop/question', '/shop/askAgainDays'])}
        onDiscard={() => {
          setChanges({})
          saving.reset()
        }}
      />
    </form>
  )
}
