import { type ReactNode, useId, useState } from 'react'
import { Icon, type IconName } from '../../../components/Icon.tsx'

type Props = {
  icon: IconName
  name: string
  hint: ReactNode
  error?: string | undefined
  /** Zero points mean that this way earns nothing. */
  isEarning: boolean
  /** Undefined if the way is not switched here. */
  onSwitch?(isOn: boolean): void
  /** Text in place of the field, if the points are set elsewhere. */
  value?: string
  points?: { label: string; unit: string; value: number; max: number; step: number; onChange(value: number): void }
  children?: ReactNode
}

export function WayRow({ icon, name, hint, error, isEarning, onSwitch, value, points, children }: Props) {
  // A field with 0 stays while the person types in it, because a number such as 0.5 begins with 0.
  const [isTyping, setIsTyping] = useState(false)
  const isOn = isEarning || isTyping
  const noteId = useId()
  return (
    <li
      onFocus={({ target }) => setIsTyping(target.matches('[type=number]'))}
      onBlur={() => setIsTyping(false)}
      className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-3 border-t border-line px-5 py-4 sm:grid-cols-[2rem_minmax(0,1fr)_auto_auto]"
    >
      <span
        className={`grid size-8 place-items-center rounded-full ${isOn ? 'bg-accent-wash text-accent' : 'bg-plain-wash text-quiet'}`}
      >
        <Icon name={icon} className="size-[1.125rem]" />
      </span>
      <span className="grid text-sm">
        <span className="font-medium">{name}</span>
        <span id={noteId} className={error ? 'text-danger' : 'text-quiet'}>
          {error ?? hint}
        </span>
      </span>
      {points && isOn && (
        <span className="flex items-center gap-2 max-sm:col-start-2 max-sm:row-start-2">
          <input
            aria-label={points.label}
            aria-describedby={noteId}
            aria-invalid={error ? true : undefined}
            type="number"
            inputMode={points.step < 1 ? 'decimal' : 'numeric'}
            required
            min={0}
            max={points.max}
            step={points.step}
            value={Number.isNaN(points.value) ? '' : points.value}
            onChange={(event) => points.onChange(event.target.valueAsNumber)}
            className="control h-9 w-24 tabular-nums"
          />
          <span className="text-sm text-quiet sm:w-22">{points.unit}</span>
        </span>
      )}
      {value && (
        <span className="py-2 text-sm font-medium tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:pt-0 sm:col-span-2">
          {value}
        </span>
      )}
      {onSwitch && (
        <input
          type="checkbox"
          aria-label={name}
          aria-describedby={noteId}
          className="switch mt-1.5 sm:col-start-4"
          checked={isOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
      )}
      {children && isOn && <div className="col-span-full sm:col-start-2">{children}</div>}
    </li>
  )
}
