import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { ProductsField } from '../products/PlacesField.tsx'
import type { DraftStep } from './draft.ts'
import { factNames } from './names.ts'

type Props = { step: DraftStep; error(path: string): string | undefined; onChange(step: DraftStep): void }
type Fact = keyof typeof factNames

const usual: Record<Fact, boolean | number | string> = {
  accepts_marketing: true,
  has_reviewed: false,
  order_count: 2,
  order_total: '50.00',
  bought_product: '',
  tier: '',
}

export function ConditionFields({ step, error, onChange }: Props) {
  const fact = step.fact ?? 'has_reviewed'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Continue if"
        value={fact}
        error={error('/fact')}
        onChange={({ target }) => {
          const next = target.value as Fact
          onChange({ ...step, fact: next, value: usual[next] })
        }}
      >
        <Options names={factNames} />
      </SelectField>
      <Value fact={fact} step={step} error={error} onChange={onChange} />
      <SelectField
        label="Otherwise"
        value={step.otherwise ?? 'exit'}
        error={error('/otherwise')}
        onChange={({ target }) => onChange({ ...step, otherwise: target.value as 'exit' | 'skip' })}
      >
        <option value="exit">It ends</option>
        <option value="skip">The next step is skipped</option>
      </SelectField>
    </div>
  )
}

function Value({ fact, step, error, onChange }: Props & { fact: Fact }) {
  const { value } = step
  if (fact === 'accepts_marketing' || fact === 'has_reviewed')
    return (
      <SelectField
        label="That is"
        value={String(value)}
        error={error('/value')}
        onChange={({ target }) => onChange({ ...step, value: target.value === 'true' })}
      >
        <option value="true">true</option>
        <option value="false">not true</option>
      </SelectField>
    )
  if (fact === 'bought_product')
    return (
      <ProductsField
        label="Product"
        hint="In any of their orders."
        most={1}
        chosen={typeof value === 'string' && value !== '' ? [value] : []}
        error={error('/value')}
        onChange={(ids) => onChange({ ...step, value: ids.at(-1) ?? '' })}
      />
    )
  if (fact === 'order_count')
    return (
      <TextField
        label="Orders"
        type="number"
        min={0}
        max={10_000}
        value={String(value)}
        error={error('/value')}
        onChange={({ target }) => onChange({ ...step, value: target.valueAsNumber || 0 })}
      />
    )
  return (
    <TextField
      label={fact === 'tier' ? 'Tier' : 'Amount'}
      maxLength={60}
      inputMode={fact === 'tier' ? 'text' : 'decimal'}
      value={String(value)}
      error={error('/value')}
      onChange={({ target }) => onChange({ ...step, value: target.value })}
    />
  )
}
