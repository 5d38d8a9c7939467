import { useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { type Dates, findMistake } from './days.ts'

type Props = { chosen: Dates; today: string; most: number; onChoose(dates: Dates): void }

/** A button applies the dates, because a date is valid while its year is being typed. */
export function DaysForm({ chosen, today, most, onChoose }: Props) {
  const [typed, setTyped] = useState(chosen)
  const [mistake, setMistake] = useState<string>()
  const mistakeId = useId()
  const common = {
    ...{ type: 'date', max: today, className: 'h-9' },
    ...(mistake && { 'aria-invalid': true, 'aria-describedby': mistakeId }),
  }
  return (
    <form
      aria-label="Custom period"
      className="grid min-w-0 grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap xl:justify-end"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = findMistake(typed, today, most)
        setMistake(found)
        if (!found) onChoose(typed)
      }}
    >
      <TextField
        label="From"
        {...common}
        value={typed.from}
        onChange={(event) => setTyped({ ...typed, from: event.target.value })}
      />
      <TextField
        label="To"
        {...common}
        value={typed.to}
        onChange={(event) => setTyped({ ...typed, to: event.target.value })}
      />
      <Button type="submit" className="max-sm:col-span-2">
        Apply
      </Button>
      {mistake && (
        <p id={mistakeId} role="alert" className="basis-full text-sm max-sm:col-span-2 text-danger xl:text-right">
          {mistake}
        </p>
      )}
    </form>
  )
}
