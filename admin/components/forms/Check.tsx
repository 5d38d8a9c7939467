import type { ReactNode } from 'react'

type Props = { label: string; hint?: ReactNode; isOn: boolean; onChange(isOn: boolean): void }

/** For a statement that the person confirms. A setting that takes effect is a `Switch`. */
export function Check({ label, hint, isOn, onChange }: Props) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input type="checkbox" className="mt-0.5" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span className="grid min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-quiet">{hint}</span>}
      </span>
    </label>
  )
}
