import { type ReactNode, useLayoutEffect, useRef } from 'react'

type Props<T extends string> = {
  label: string
  /** Undefined while the value is unknown. */
  value: T | undefined
  /** The optional third element, such as a count, is shown after the name. */
  options: readonly (readonly [NoInfer<T>, string, ReactNode?])[]
  onChange(value: NoInfer<T>): void
  /** Shown on hover, and read after the label. */
  hint?: string | undefined
}

/** Narrow screens scroll the row, so that the pressed button is visible. */
export function Segments<T extends string>({ label, value, options, onChange, hint }: Props<T>) {
  const row = useRef<HTMLFieldSetElement>(null)
  // The place changes too when options are added that depend on the plan.
  const pressedAt = options.findIndex(([each]) => each === value)
  useLayoutEffect(() => {
    const pressed = row.current?.querySelectorAll('button')[pressedAt]
    if (!row.current || !pressed) return
    row.current.scrollLeft = pressed.offsetLeft - (row.current.clientWidth - pressed.offsetWidth) / 2
  }, [pressedAt])
  return (
    <fieldset
      ref={row}
      title={hint}
      className="inline-flex max-w-full min-w-0 justify-self-start rounded-lg sideways bg-plain-wash p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {options.map(([each, name, more]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className="h-8 rounded-md px-3 text-sm font-medium whitespace-nowrap text-quiet -outline-offset-2 hover:text-text aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-shade"
        >
          {name} {more}
        </button>
      ))}
    </fieldset>
  )
}
