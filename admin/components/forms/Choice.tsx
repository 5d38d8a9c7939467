import { type ReactNode, useEffect, useId, useState } from 'react'

type ChoiceProps<T extends string> = {
  legend: string
  value: T
  options: readonly { value: T; name: ReactNode; meaning?: ReactNode; isDisabled?: boolean }[]
  error?: string | undefined
  onChange(value: T): void
}

export function Choice<T extends string>({ legend, value, options, error, onChange }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 text-sm font-medium">{legend}</legend>
      {options.map((each) => (
        <label key={each.value} className="flex items-start gap-2.5 text-sm">
          <input
            type="radio"
            name={name}
            className="mt-0.5"
            checked={each.value === value}
            disabled={each.isDisabled}
            onChange={() => onChange(each.value)}
          />
          <span className="grid min-w-0">
            <span className={`font-medium break-words ${each.isDisabled ? 'text-quiet' : ''}`}>{each.name}</span>
            {each.meaning && <span className="text-quiet">{each.meaning}</span>}
          </span>
        </label>
      ))}
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  )
}

type SwitchProps = {
  label: string
  hint?: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

/** A mutation becomes pending a moment after the press. Until then the switch shows the pressed state. */
const pressedMs = 100

export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const [pressed, setPressed] = useState<boolean>()
  // A new state from outside replaces the shown one.
  useEffect(() => setPressed(undefined), [isOn])
  useEffect(() => {
    if (pressed === undefined) return
    const timer = setTimeout(() => setPressed(undefined), pressedMs)
    return () => clearTimeout(timer)
  }, [pressed])
  const press = (value: boolean) => {
    setPressed(value)
    onChange(value)
  }
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        className="switch"
        checked={pressed ?? isOn}
        disabled={isDisabled}
        onChange={(event) => press(event.target.checked)}
      />
      <span className="grid min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-quiet">{hint}</span>}
      </span>
    </label>
  )
}
