import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { storefrontSettingsQuery } from '../../api/content/storefront.ts'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { languageName } from '../../components/forms/languages.ts'
import { Options } from '../../components/forms/Options.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { OptionalColor } from '../settings/storefront/OptionalColor.tsx'
import { locales } from '../settings/storefront/theme-options.ts'
import { type Attribute, corners, fonts, type Property, properties, type Widget } from './widgets.ts'

type Values = Readonly<Record<string, string>>
type Props = {
  widget: Widget
  isOfShop: boolean
  attributes: Values
  style: Values
  onAttribute(name: string, value: string): void
  onStyle(name: string, value: string): void
}

export function OptionFields({ widget, isOfShop, attributes, style, onAttribute, onStyle }: Props) {
  return (
    <div className="grid items-start gap-5 @md:grid-cols-2">
      {widget.attributes.map((each) => (
        <AttributeField
          key={each.name}
          attribute={each}
          usual={isOfShop ? (each.usualOfShop ?? each.usual) : each.usual}
          value={attributes[each.name] ?? ''}
          onChange={(value) => onAttribute(each.name, value)}
        />
      ))}
      {widget.properties.map((name) => (
        <PropertyField key={name} name={name} value={style[name] ?? ''} onChange={(value) => onStyle(name, value)} />
      ))}
    </div>
  )
}

type FieldProps = { value: string; onChange(value: string): void }

type AttributeProps = FieldProps & { attribute: Attribute; usual: string | undefined }

function AttributeField({ attribute, usual, value, onChange }: AttributeProps) {
  const { label, hint, kind, most = 50, choices = {} } = attribute
  if (kind === 'language')
    return (
      <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">The visitor’s</option>
        {locales.map((each) => (
          <option key={each} value={each}>
            {languageName(each)}
          </option>
        ))}
      </SelectField>
    )
  if (kind === 'choice')
    return (
      <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(event.target.value)}>
        <Options names={choices} />
      </SelectField>
    )
  if (attribute.isPageSize) return <PageSizeField label={label} value={value} onChange={onChange} />
  const number = kind === 'number' && { type: 'number', min: 1, max: most, step: 1, inputMode: 'numeric' as const }
  return (
    <TextField
      label={label}
      hint={hint}
      placeholder={usual}
      maxLength={200}
      {...number}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function PageSizeField({ label, value, onChange }: FieldProps & { label: string }) {
  const storeId = useStoreId()
  const { data } = useQuery(storefrontSettingsQuery(storeId))
  return (
    <TextField
      label={label}
      hint={
        <>
          Up to 50.{' '}
          <Link to="/stores/$storeId/settings/storefront" params={{ storeId }} className="underline underline-offset-4">
            Change the default
          </Link>
        </>
      }
      placeholder={data ? `Default (${data.reviews.pageSize})` : 'Default'}
      type="number"
      inputMode="numeric"
      min={1}
      max={50}
      step={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function PropertyField({ name, value, onChange }: FieldProps & { name: Property }) {
  const property = properties[name]
  if (property.kind === 'color')
    return (
      <OptionalColor
        label={property.label}
        usual={property.usual}
        placeholder={property.placeholder}
        value={value || null}
        error={undefined}
        onChange={(color) => onChange(color ?? '')}
      />
    )
  return (
    <SelectField label={property.label} value={value} onChange={(event) => onChange(event.target.value)}>
      <Options names={property.kind === 'font' ? fonts : corners} />
    </SelectField>
  )
}
