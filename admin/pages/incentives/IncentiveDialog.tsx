import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { changeIncentive, createIncentive, type Incentive, incentivesKey } from '../../api/incentives.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Field, SelectField, TextField } from '../../components/Field.tsx'
import { errorAt, remainingError } from '../../components/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/use-store.ts'
import { CategoriesField, ProductsField } from './PlacesField.tsx'

type Draft = {
  kind: Incentive['kind']
  text: string
  terms: string
  points: string
  code: string
  startsAt: string
  endsAt: string
  lowAt: string
  fulfil: Incentive['fulfil']
  productIds: string[]
  categoryIds: string[]
}

/** As the field of a date and time has it, in the reader's own time. */
function localOf(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const draftOf = (incentive: Incentive | undefined): Draft => ({
  kind: incentive?.kind ?? 'coupon',
  text: incentive?.text ?? '',
  terms: incentive?.terms ?? '',
  points: incentive?.points?.toString() ?? '',
  code: incentive?.code ?? '',
  startsAt: localOf(incentive?.startsAt),
  endsAt: localOf(incentive?.endsAt),
  lowAt: incentive?.lowAt?.toString() ?? '',
  fulfil: incentive?.fulfil ?? 'submission',
  productIds: incentive?.productIds ?? [],
  categoryIds: incentive?.categoryIds ?? [],
})

const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString())
const numberOf = (text: string) => (text === '' ? null : Number(text))

const bodyOf = ({ kind, text, terms, points, code, startsAt, endsAt, lowAt, fulfil, ...places }: Draft) => ({
  kind,
  text,
  terms: terms || null,
  points: kind === 'points' ? numberOf(points) : null,
  code: kind === 'coupon' ? code.trim() || null : null,
  startsAt: instantOf(startsAt),
  endsAt: instantOf(endsAt),
  lowAt: kind === 'coupon' ? numberOf(lowAt) : null,
  fulfil,
  ...places,
})

const fields = ['/text', '/terms', '/points', '/code', '/startsAt', '/endsAt', '/lowAt', '/productIds', '/categoryIds']

/** Writes an incentive or changes one. It stays open, with all that was typed, whatever the service says. */
export function IncentiveDialog({ incentive, onClose }: { incentive?: Incentive; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(incentive))
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const saving = useMutation({
    mutationFn: () =>
      incentive ? changeIncentive(storeId, incentive.id, bodyOf(draft)) : createIncentive(storeId, bodyOf(draft)),
    onSuccess: ({ status }) => {
      toast(status === 'draft' ? 'Saved as a draft. Offer it when you are ready.' : 'Saved')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: incentivesKey(storeId) }),
  })
  const error = (path: string) => errorAt(saving.error, path)
  const rest = remainingError(saving.error, fields)
  return (
    <Dialog title={incentive ? 'Edit the incentive' : 'Write an incentive'} size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextField
          label="Offer"
          hint="As shoppers read it above the stars, before they choose a rating."
          dir="auto"
          required
          maxLength={120}
          value={draft.text}
          error={error('/text')}
          onChange={(event) => set({ text: event.target.value })}
        />
        <Field label="Terms" hint="The small print below it. Optional." error={error('/terms')}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={3}
              maxLength={1000}
              className="control h-auto py-2"
              value={draft.terms}
              onChange={(event) => set({ terms: event.target.value })}
            />
          )}
        </Field>
        <Preview text={draft.text} terms={draft.terms} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="It gives"
            disabled={incentive !== undefined && incentive.status !== 'draft'}
            value={draft.kind}
            onChange={(event) => set({ kind: event.target.value as Draft['kind'] })}
          >
            <option value="coupon">A coupon</option>
            <option value="points">Points</option>
          </SelectField>
          <What draft={draft} set={set} error={error} />
          <SelectField
            label="When"
            value={draft.fulfil}
            onChange={(event) => set({ fulfil: event.target.value as Draft['fulfil'] })}
          >
            <option value="submission">Once the review is in</option>
            <option value="decision">Once it is approved or rejected, alike</option>
          </SelectField>
          {draft.kind === 'coupon' && draft.code.trim() === '' && (
            <TextField
              label="Warn me at"
              hint="Owners get a mail when so few codes are left."
              type="number"
              min={1}
              value={draft.lowAt}
              error={error('/lowAt')}
              onChange={(event) => set({ lowAt: event.target.value })}
            />
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            hint="Empty: at once."
            type="datetime-local"
            value={draft.startsAt}
            error={error('/startsAt')}
            onChange={(event) => set({ startsAt: event.target.value })}
          />
          <TextField
            label="Until"
            hint="Empty: until you end it."
            type="datetime-local"
            value={draft.endsAt}
            error={error('/endsAt')}
            onChange={(event) => set({ endsAt: event.target.value })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <ProductsField
            label="Products"
            hint="Without products and categories it is offered on everything."
            chosen={draft.productIds}
            error={error('/productIds')}
            onChange={(productIds) => set({ productIds })}
          />
          <CategoriesField
            label="Categories"
            hint="With all products that are in them."
            chosen={draft.categoryIds}
            error={error('/categoryIds')}
            onChange={(categoryIds) => set({ categoryIds })}
          />
        </div>
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {incentive ? 'Save' : 'Save as a draft'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type WhatProps = { draft: Draft; set(change: Partial<Draft>): void; error(path: string): string | undefined }

function What({ draft, set, error }: WhatProps) {
  return draft.kind === 'points' ? (
    <TextField
      label="Points"
      hint="Empty: what the programme gives for a review."
      type="number"
      min={1}
      value={draft.points}
      error={error('/points')}
      onChange={(event) => set({ points: event.target.value })}
    />
  ) : (
    <TextField
      label="One code for everybody"
      hint="Empty: each gets one of the codes you add."
      maxLength={64}
      spellCheck={false}
      value={draft.code}
      error={error('/code')}
      onChange={(event) => set({ code: event.target.value })}
    />
  )
}

/** How the offer stands in the form, while it is written. */
function Preview({ text, terms }: { text: string; terms: string }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-1.5">
      <h3 id={titleId} className="text-sm font-medium">
        Preview
      </h3>
      <div className="grid gap-3 rounded-lg border border-line p-4">
        <div className="rounded-lg border-s-4 border-accent bg-sunken px-3 py-2">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {text.trim() || 'Your offer'}
          </p>
          {terms.trim() && (
            <p dir="auto" className="text-sm whitespace-pre-line text-quiet wrap-anywhere">
              {terms}
            </p>
          )}
        </div>
        <p className="text-2xl tracking-widest text-quiet" aria-hidden="true">
          ☆☆☆☆☆
        </p>
      </div>
    </section>
  )
}
