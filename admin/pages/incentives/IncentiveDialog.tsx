import { changeIncentive, createIncentive, type Incentive, incentivesKey } from '../../api/reviews/incentives.ts'
import { Switch } from '../../components/forms/Choice.tsx'
import { Field, SelectField, TextField } from '../../components/forms/Field.tsx'
import { PeriodFields } from '../../components/forms/PeriodFields.tsx'
import { OwnLanguageField } from '../../components/forms/Translations.tsx'
import { instantOrNull, toLocal } from '../../components/values/dates.ts'
import { EditDialog } from '../../shell/EditDialog.tsx'
import { useStore } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { CategoriesField, ProductsField } from '../products/PlacesField.tsx'
import { CodeFields, ShopCodeFields } from './CodeFields.tsx'
import { type CodeDraft, noCodes, toCodeBody, toCodeDraft } from './code-draft.ts'
import { OfferLanguages } from './OfferLanguages.tsx'
import { OfferPreview } from './OfferPreview.tsx'

type Draft = CodeDraft & {
  kind: Incentive['kind']
  text: string
  terms: string
  locale: Incentive['locale']
  translations: Incentive['translations']
  points: string
  startsAt: string
  endsAt: string
  lowAt: string
  fulfil: Incentive['fulfil']
  buyersOnly: boolean
  productIds: string[]
  categoryIds: string[]
}

const draftIn =
  (currency: string) =>
  (incentive: Incentive | undefined): Draft => ({
    ...toCodeDraft(incentive, currency),
    kind: incentive?.kind ?? 'coupon',
    text: incentive?.text ?? '',
    terms: incentive?.terms ?? '',
    locale: incentive?.locale ?? null,
    translations: incentive?.translations ?? {},
    points: incentive?.points?.toString() ?? '',
    startsAt: toLocal(incentive?.startsAt),
    endsAt: toLocal(incentive?.endsAt),
    lowAt: incentive?.lowAt?.toString() ?? '',
    fulfil: incentive?.fulfil ?? 'submission',
    buyersOnly: incentive?.buyersOnly ?? false,
    productIds: incentive?.productIds ?? [],
    categoryIds: incentive?.categoryIds ?? [],
  })

const parseNumber = (text: string) => (text === '' ? null : Number(text))

const toBody = ({ kind, text, terms, points, startsAt, endsAt, lowAt, fulfil, buyersOnly, ...rest }: Draft) => ({
  kind,
  text,
  terms: terms || null,
  locale: rest.locale,
  translations: rest.translations,
  points: kind === 'points' ? parseNumber(points) : null,
  ...(kind === 'coupon' ? toCodeBody(rest) : noCodes),
  startsAt: instantOrNull(startsAt),
  endsAt: instantOrNull(endsAt),
  lowAt: kind === 'coupon' && rest.codes === 'pool' ? parseNumber(lowAt) : null,
  fulfil,
  buyersOnly,
  productIds: rest.productIds,
  categoryIds: rest.categoryIds,
})

const paths = [
  ...[
    '/text',
    '/terms',
    '/locale',
    '/translations',
    '/points',
    '/code',
    '/codes',
    '/startsAt',
    '/endsAt',
    '/lowAt',
    '/productIds',
    '/categoryIds',
  ],
  ...['/value/type', '/value/amount', '/value/currency', '/value/minimumTotal', '/value/validDays'],
]

export function IncentiveDialog({ incentive, onClose }: { incentive?: Incentive; onClose(): void }) {
  const { id: storeId, currency } = useStore()
  const toDraft = draftIn(currency)
  const drafting = useDraft({ name: `incentive ${incentive?.id ?? 'new'}`, row: incentive, toDraft, toBody })
  const { draft, set, base, changes } = drafting
  return (
    <EditDialog
      title={incentive ? 'Edit incentive' : 'Create incentive'}
      drafting={drafting}
      paths={paths}
      queryKey={incentivesKey(storeId)}
      saveLabel={base ? 'Save' : 'Save as a draft'}
      save={() => (base ? changeIncentive(storeId, base.id, changes) : createIncentive(storeId, toBody(draft)))}
      said={({ status }) => (status === 'draft' ? 'Saved as a draft. Offer it when you are ready.' : 'Saved')}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Offer"
            hint="Shown to shoppers above the stars, before they choose a rating."
            dir="auto"
            required
            maxLength={120}
            value={draft.text}
            error={error('/text')}
            onChange={(event) => set({ text: event.target.value })}
          />
          <Field label="Terms" hint="Small print below the offer. Optional." error={error('/terms')}>
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
          <OwnLanguageField locale={draft.locale} error={error('/locale')} onChange={(locale) => set({ locale })} />
          <OfferLanguages {...draft} error={error} onChange={(translations) => set({ translations })} />
          <OfferPreview {...draft} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Reward"
              disabled={base !== undefined && base.status !== 'draft'}
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
              <option value="submission">When the review is submitted</option>
              <option value="decision">When the review is approved or rejected</option>
            </SelectField>
            {draft.kind === 'coupon' && draft.codes === 'pool' && (
              <TextField
                label="Warn me at"
                hint="Owners get an email when this many codes are left."
                type="number"
                min={1}
                value={draft.lowAt}
                error={error('/lowAt')}
                onChange={(event) => set({ lowAt: event.target.value })}
              />
            )}
          </div>
          {draft.kind === 'coupon' && draft.codes === 'platform' && (
            <ShopCodeFields draft={draft} set={set} error={error} />
          )}
          <Switch
            label="Buyers only"
            hint="Only customers who bought the product see the offer and get the reward."
            isOn={draft.buyersOnly}
            onChange={(buyersOnly) => set({ buyersOnly })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <PeriodFields {...draft} endless="Leave blank to run until you end it." error={error} onChange={set} />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <ProductsField
              label="Products"
              hint="Leave products and categories blank to offer it on everything."
              chosen={draft.productIds}
              error={error('/productIds')}
              onChange={(productIds) => set({ productIds })}
            />
            <CategoriesField
              label="Categories"
              hint="Includes all products in these categories."
              chosen={draft.categoryIds}
              error={error('/categoryIds')}
              onChange={(categoryIds) => set({ categoryIds })}
            />
          </div>
        </>
      )}
    </EditDialog>
  )
}

type WhatProps = { draft: Draft; set(change: Partial<Draft>): void; error(path: string): string | undefined }

function What({ draft, set, error }: WhatProps) {
  return draft.kind === 'points' ? (
    <TextField
      label="Points"
      hint="Leave blank to use the review points of the loyalty program."
      type="number"
      min={1}
      value={draft.points}
      error={error('/points')}
      onChange={(event) => set({ points: event.target.value })}
    />
  ) : (
    <CodeFields draft={draft} set={set} error={error} />
  )
}
