import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createReward, loyaltyKey, type NewReward, type Reward, updateReward } from '../../api/loyalty.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Switch } from '../../components/forms/Choice.tsx'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { NumberField } from '../../components/forms/NumberField.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { codeNames, rewardKindNames } from './labels.ts'

type Draft = Omit<
  Required<NewReward>,
  'codes' | 'value' | 'currency' | 'platformProductId' | 'code' | 'description'
> & {
  codes: NonNullable<NewReward['codes']>
  value: string
  currency: string
  platformProductId: string
  code: string
  description: string
}

const toDraft = (reward: Reward | undefined): Draft => ({
  name: reward?.name ?? '',
  description: reward?.description ?? '',
  kind: reward?.kind ?? 'fixed_amount',
  value: reward?.value ?? '',
  currency: reward?.currency ?? 'EUR',
  platformProductId: reward?.platformProductId ?? '',
  cost: reward?.cost ?? 500,
  codes: reward?.codes ?? 'pool',
  code: reward?.code ?? '',
  active: reward?.active ?? true,
})

function toBody(draft: Draft) {
  const { name, description, kind, cost, codes, active } = draft
  const hasValue = kind === 'fixed_amount' || kind === 'percent'
  return {
    ...{ name, cost, active },
    description: description.trim() || null,
    value: hasValue ? draft.value : null,
    currency: kind === 'fixed_amount' ? draft.currency : null,
    platformProductId: kind === 'product' ? draft.platformProductId.trim() || null : null,
    code: codes === 'shared' ? draft.code.trim() || null : null,
  }
}

const fields = ['/name', '/description', '/value', '/currency', '/platformProductId', '/cost', '/codes', '/code']

/** The kind and the source of codes are fixed after creation. */
export function RewardDialog({ reward, onClose }: { reward?: Reward; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => toDraft(reward))
  const saving = useMutation({
    mutationFn: () =>
      reward
        ? updateReward(storeId, reward.id, toBody(draft))
        : createReward(storeId, { ...toBody(draft), kind: draft.kind, codes: draft.codes }),
    onSuccess: async () => {
      onClose()
      toast(reward ? 'Saved' : 'Reward added')
      await queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
    },
  })
  const beside = remainingError(saving.error, fields)
  return (
    <Dialog title={reward ? 'Edit reward' : 'Add reward'} size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <Fields
          draft={draft}
          isNew={!reward}
          set={(change) => setDraft({ ...draft, ...change })}
          error={(path) => errorAt(saving.error, path)}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {reward ? 'Save' : 'Add reward'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type FieldsProps = {
  draft: Draft
  isNew: boolean
  set(change: Partial<Draft>): void
  error(path: string): string | undefined
}

function Fields({ draft, isNew, set, error }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="Shown to shoppers."
        required
        maxLength={120}
        value={draft.name}
        error={error('/name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Description"
        hint="Optional."
        maxLength={1000}
        value={draft.description}
        error={error('/description')}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Type"
          disabled={!isNew}
          value={draft.kind}
          onChange={(event) => set({ kind: event.target.value as Draft['kind'] })}
        >
          <Options names={rewardKindNames} />
        </SelectField>
        <NumberField
          label="Cost"
          unit="points"
          min={1}
          max={100_000_000}
          value={draft.cost}
          error={error('/cost')}
          onChange={(cost) => set({ cost })}
        />
        <WorthFields draft={draft} set={set} error={error} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Codes"
          disabled={!isNew}
          hint={codeHints[draft.codes]}
          error={error('/codes')}
          value={draft.codes}
          onChange={(event) => set({ codes: event.target.value as Draft['codes'] })}
        >
          <Options names={codeNames} />
        </SelectField>
        {draft.codes === 'shared' && (
          <TextField
            label="The code"
            required
            maxLength={64}
            value={draft.code}
            error={error('/code')}
            onChange={(event) => set({ code: event.target.value })}
          />
        )}
      </div>
      <Switch
        label="Offered"
        hint="Members cannot choose a reward that is not offered. Redeemed rewards stay."
        isOn={draft.active}
        onChange={(active) => set({ active })}
      />
    </>
  )
}

const codeHints: Record<Draft['codes'], string> = {
  none: 'You hand out the reward yourself.',
  shared: 'Everyone gets the same code and can share it.',
  pool: 'Upload codes from your shop. Each redemption uses one.',
  platform: 'The connected shop creates a single-use code for each redemption. If it cannot, the points return.',
}

function WorthFields({ draft, set, error }: Omit<FieldsProps, 'isNew'>) {
  const { kind, value, currency, platformProductId } = draft
  if (kind === 'product') {
    return (
      <TextField
        label="Which product"
        hint="Product id in your shop."
        required
        maxLength={255}
        value={platformProductId}
        error={error('/platformProductId')}
        onChange={(event) => set({ platformProductId: event.target.value })}
      />
    )
  }
  if (kind !== 'fixed_amount' && kind !== 'percent') return null
  return (
    <>
      <TextField
        label={kind === 'percent' ? 'Per cent' : 'Amount'}
        inputMode="decimal"
        required
        pattern="[0-9]{1,15}(\.[0-9]{1,6})?"
        title="A decimal number with a point such as 5.00"
        maxLength={22}
        className="max-w-40 tabular-nums"
        value={value}
        error={error('/value')}
        onChange={(event) => set({ value: event.target.value.trim() })}
      />
      {kind === 'fixed_amount' && (
        <TextField
          label="Currency"
          required
          pattern="[A-Z]{3}"
          title="Three capital letters such as EUR"
          maxLength={3}
          className="max-w-24"
          value={currency}
          error={error('/currency')}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      )}
    </>
  )
}
