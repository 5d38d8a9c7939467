import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { Segments } from '../../components/Segments.tsx'
import type { Range } from './search.ts'

type Choice = Range | 'custom'
type Props = { value: Choice; options: readonly (readonly [Choice, string])[]; onChange(next: Choice): void }

/** Phones have no room for the row of buttons. */
export function DaysPicker({ value, options, onChange }: Props) {
  return (
    <>
      <span className="contents max-sm:hidden">
        <Segments label="Days" value={value} options={options} onChange={onChange} />
      </span>
      <span className="sm:hidden">
        <FilterSelect
          label="Days"
          className="h-11"
          value={value}
          onChange={({ target }) => onChange(target.value as Choice)}
        >
          <Options names={Object.fromEntries(options)} />
        </FilterSelect>
      </span>
    </>
  )
}
