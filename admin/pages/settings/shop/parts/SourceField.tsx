import type { Platform } from '../../../../api/shops/shops.ts'
import { SelectField, TextField } from '../../../../components/forms/Field.tsx'
import { Options } from '../../../../components/forms/Options.tsx'
import { joinSource, sources, splitSource } from './identifier-sources.ts'

type Props = {
  platform: Platform
  label: string
  value: string | null
  error: string | undefined
  onChange(source: string | null): void
}

export function SourceField({ platform, label, value, error, onChange }: Props) {
  const { native, keyed } = sources[platform]
  const { choice, key } = splitSource(value)
  const asked = keyed.find(({ prefix }) => prefix === choice)
  const isKnown = choice === '' || asked !== undefined || choice in native
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label={label}
        value={choice}
        error={asked ? undefined : error}
        onChange={(event) => onChange(joinSource(event.target.value, ''))}
      >
        <option value="">Nowhere</option>
        <Options names={native} />
        {!isKnown && <option value={choice}>{choice}</option>}
        {keyed.map(({ prefix, name }) => (
          <option key={prefix} value={prefix}>
            {name}
          </option>
        ))}
      </SelectField>
      {asked && (
        <TextField
          label={`Which, for ${label.replace(/ \(.*/, '')}`}
          required
          maxLength={240}
          placeholder={asked.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={key}
          error={error}
          onChange={(event) => onChange(joinSource(choice, event.target.value))}
        />
      )}
    </div>
  )
}
