import type { Sequence } from '../../api/mail/sequences.ts'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { CategoriesField, ProductsField } from '../products/PlacesField.tsx'
import { eventNames } from './names.ts'

type Trigger = Sequence['trigger']
type Props = { trigger: Trigger; error(path: string): string | undefined; onChange(trigger: Trigger): void }

const firstNames = { '': 'Any order', true: 'Only a first order', false: 'Only a later order' } as const

export function TriggerFields({ trigger: { event, filter }, error, onChange }: Props) {
  const set = (change: Partial<Trigger['filter']>) => onChange({ event, filter: { ...filter, ...change } })
  const isOfOrder = !event.startsWith('loyalty.')
  return (
    <>
      <SelectField
        label="Starts when"
        value={event}
        error={error('/trigger/event')}
        onChange={(change) => onChange({ event: change.target.value as Trigger['event'], filter })}
      >
        <Options names={eventNames} />
      </SelectField>
      {isOfOrder && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Which order"
              value={String(filter.firstOrder ?? '')}
              onChange={(change) =>
                set({ firstOrder: change.target.value === '' ? null : change.target.value === 'true' })
              }
            >
              <Options names={firstNames} />
            </SelectField>
            <TextField
              label="Minimum order total"
              hint="In the order's currency. Leave blank for any amount."
              inputMode="decimal"
              maxLength={20}
              value={filter.minimumTotal ?? ''}
              error={error('/trigger/filter/minimumTotal')}
              onChange={(change) => set({ minimumTotal: change.target.value.trim() || null })}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <ProductsField
              label="With one of these products"
              hint="Leave products and categories blank to include every purchase."
              chosen={filter.productIds}
              error={error('/trigger/filter/productIds')}
              onChange={(productIds) => set({ productIds })}
            />
            <CategoriesField
              label="Or of these categories"
              hint="Includes all products in these categories."
              chosen={filter.categoryIds}
              error={error('/trigger/filter/categoryIds')}
              onChange={(categoryIds) => set({ categoryIds })}
            />
          </div>
        </>
      )}
      <TextField
        label="In the tier"
        hint="Tier of the loyalty program. Leave blank for everyone."
        maxLength={60}
        value={filter.tier ?? ''}
        error={error('/trigger/filter')}
        onChange={(change) => set({ tier: change.target.value || null })}
      />
    </>
  )
}
