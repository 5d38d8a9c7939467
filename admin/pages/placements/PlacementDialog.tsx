import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { galleriesQuery } from '../../api/content/galleries.ts'
import { changePlacement, createPlacement, type Placement, placementsKey } from '../../api/content/placements.ts'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { PeriodFields } from '../../components/forms/PeriodFields.tsx'
import { OwnLanguageField, ReaderChoice, TranslatedText, Translations } from '../../components/forms/Translations.tsx'
import { EditDialog } from '../../shell/EditDialog.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { CategoriesField, ProductsField } from '../products/PlacesField.tsx'
import { canBeOfShop, type Draft, toBody, toDraft } from './draft.ts'
import { insertNames, widgetNames } from './names.ts'
import { PlacePreview } from './PlacePreview.tsx'
import { pageTypeNames } from './search.ts'

const paths = [
  '/name',
  '/selector',
  '/rule/productIds',
  '/rule/categoryIds',
  '/rule/excludeProductIds',
  '/settings/subject',
  '/settings/galleryId',
  '/settings/heading',
  '/settings/limit',
  '/priority',
  '/startsAt',
  '/endsAt',
  '/locale',
  '/translations',
]

export function PlacementDialog({ placement, onClose }: { placement?: Placement; onClose(): void }) {
  const storeId = useStoreId()
  const drafting = useDraft({ name: `placement ${placement?.id ?? 'new'}`, row: placement, toDraft, toBody })
  const { draft, set, base, changes } = drafting
  return (
    <EditDialog
      title={placement ? 'Edit the placement' : 'Place a widget'}
      drafting={drafting}
      paths={paths}
      queryKey={placementsKey(storeId)}
      saveLabel={base?.status === 'published' ? 'Save' : 'Save as a draft'}
      save={() =>
        base
          ? changePlacement(storeId, base.id, { ...changes, updatedAt: base.updatedAt })
          : createPlacement(storeId, toBody(draft))
      }
      said={({ status }) =>
        status === 'published' ? 'Saved. Shoppers see it now.' : 'Saved as a draft. Preview it in your shop first.'
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            hint="Internal. Shoppers do not see it."
            dir="auto"
            required
            maxLength={120}
            value={draft.name}
            error={error('/name')}
            onChange={(event) => set({ name: event.target.value })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Widget"
              value={draft.widget}
              onChange={(event) => set({ widget: event.target.value as Draft['widget'] })}
            >
              <Options names={widgetNames} />
            </SelectField>
            <SelectField
              label="On"
              value={draft.pageType}
              onChange={(event) => set({ pageType: event.target.value as Draft['pageType'] })}
            >
              <Options names={pageTypeNames} />
            </SelectField>
            <TextField
              label="Element"
              hint="A CSS selector, such as #product .description."
              required
              maxLength={200}
              spellCheck={false}
              value={draft.selector}
              error={error('/selector')}
              onChange={(event) => set({ selector: event.target.value })}
            />
            <SelectField
              label="Where"
              value={draft.insert}
              onChange={(event) => set({ insert: event.target.value as Draft['insert'] })}
            >
              <Options names={insertNames} />
            </SelectField>
          </div>
          <Looks draft={draft} set={set} error={error} />
          <Rule draft={draft} set={set} error={error} />
        </>
      )}
    </EditDialog>
  )
}

type PartProps = { draft: Draft; set(change: Partial<Draft>): void; error(path: string): string | undefined }

function Looks({ draft, set, error }: PartProps) {
  const [reader, setReader] = useState('')
  const heading = draft.translations[reader]?.heading || draft.heading
  return (
    <>
      <Settings draft={draft} set={set} error={error} />
      {hasHeading(draft.widget) && (
        <>
          <OwnLanguageField locale={draft.locale} error={error('/locale')} onChange={(locale) => set({ locale })} />
          <Translations
            translations={draft.translations}
            error={error}
            onChange={(translations) => set({ translations })}
          >
            {({ language, texts, set: setTexts, error: errorIn }) => (
              <TranslatedText
                label="Heading"
                language={language}
                own={draft.heading}
                maxLength={150}
                value={texts.heading}
                error={errorIn('/heading')}
                onChange={(next) => setTexts({ heading: next })}
              />
            )}
          </Translations>
        </>
      )}
      <PlacePreview draft={{ ...draft, heading }}>
        <ReaderChoice translations={draft.translations} reader={reader} onChange={setReader} />
      </PlacePreview>
    </>
  )
}

function Settings({ draft, set, error }: PartProps) {
  const galleries = useInfiniteQuery({
    ...galleriesQuery(useStoreId(), {}),
    enabled: draft.widget === 'gallery',
  })
  const hasLimit = ['reviews', 'gallery', 'faq', 'carousel', 'photos'].includes(draft.widget)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {canBeOfShop(draft.widget) && (
        <SelectField
          label="Reviews of"
          value={draft.subject}
          error={error('/settings/subject')}
          onChange={(event) => set({ subject: event.target.value as Draft['subject'] })}
        >
          <option value="product">Products</option>
          <option value="shop">The shop itself</option>
        </SelectField>
      )}
      {draft.widget === 'gallery' && (
        <SelectField
          label="Gallery"
          hint="Only a published gallery is shown."
          value={draft.galleryId}
          error={error('/settings/galleryId')}
          onChange={(event) => set({ galleryId: event.target.value })}
        >
          <option value="">Choose one</option>
          {galleries.data?.pages
            .flatMap(({ data }) => data)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
      {hasHeading(draft.widget) && (
        <TextField
          label="Heading"
          hint="Leave blank to use the default."
          dir="auto"
          maxLength={150}
          value={draft.heading}
          error={error('/settings/heading')}
          onChange={(event) => set({ heading: event.target.value })}
        />
      )}
      {hasLimit && (
        <TextField
          label="Entries per page"
          hint="Leave blank to use the default."
          type="number"
          min={1}
          max={50}
          value={draft.limit}
          error={error('/settings/limit')}
          onChange={(event) => set({ limit: event.target.value })}
        />
      )}
    </div>
  )
}

function Rule({ draft, set, error }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ProductsField
        label="Products"
        hint="Leave products and categories blank to show it on every such page."
        chosen={draft.productIds}
        error={error('/rule/productIds')}
        onChange={(productIds) => set({ productIds })}
      />
      <CategoriesField
        label="Categories"
        hint="Includes all products in them."
        chosen={draft.categoryIds}
        error={error('/rule/categoryIds')}
        onChange={(categoryIds) => set({ categoryIds })}
      />
      <ProductsField
        label="Never on"
        hint="Pages of these products never show it."
        chosen={draft.excludeProductIds}
        error={error('/rule/excludeProductIds')}
        onChange={(excludeProductIds) => set({ excludeProductIds })}
      />
      <TextField
        label="Priority"
        hint="If several placements match a place, the one with the highest priority is shown. From −100 to 100."
        type="number"
        required
        min={-100}
        max={100}
        value={draft.priority}
        error={error('/priority')}
        onChange={(event) => set({ priority: event.target.value })}
      />
      <PeriodFields {...draft} endless="Leave blank for no end." error={error} onChange={set} />
    </div>
  )
}

const hasHeading = (widget: Draft['widget']): boolean => !['stars', 'badge', 'tab'].includes(widget)
