import { useState } from 'react'
import type { Sequence } from '../../api/mail/sequences.ts'
import { IconButton } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { nameVariables } from '../templates/chips.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { type DraftStep, formatLength } from './draft.ts'
import { MailFields } from './MailFields.tsx'
import { stepIcons, stepNames } from './steps.ts'

type Props = {
  step: DraftStep
  at: number
  count: number
  event: Sequence['trigger']['event']
  mayChange: boolean
  error(path: string): string | undefined
  onChange(step: DraftStep): void
  onMove(to: number): void
  onRemove(): void
}

export function StepItem(props: Props) {
  const { step, at, count, mayChange, onMove, onRemove } = props
  const name = `step ${at + 1}, ${stepNames[step.type].toLowerCase()}`
  return (
    <li data-step={at} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className="grid size-8 place-items-center rounded-full bg-accent-wash text-accent">
          <Icon name={stepIcons[step.type]} className="size-[1.125rem]" />
        </span>
        <span className={`w-px ${at < count - 1 ? 'bg-line-strong' : ''}`} />
      </span>
      <div className="grid min-w-0 gap-3 pb-6">
        <div className="flex min-h-8 items-center justify-between gap-2">
          <h3 className="min-w-0 font-medium wrap-anywhere">{formatTitle(step)}</h3>
          {mayChange && (
            <span className="flex">
              <IconButton
                icon="chevronDown"
                label={`Move up: ${name}`}
                className="rotate-180"
                disabled={at === 0}
                onClick={() => onMove(at - 1)}
              />
              <IconButton
                icon="chevronDown"
                label={`Move down: ${name}`}
                disabled={at === count - 1}
                onClick={() => onMove(at + 1)}
              />
              <IconButton icon="trash" label={`Take out: ${name}`} disabled={count === 1} onClick={onRemove} />
            </span>
          )}
        </div>
        <Fields {...props} />
      </div>
    </li>
  )
}

const formatTitle = (step: DraftStep): string =>
  step.type === 'wait'
    ? `Wait ${formatLength(step)}`
    : step.type === 'mail'
      ? nameVariables(step.subject ?? '') || 'Email'
      : 'Condition'

function Fields({ step, event, error, onChange }: Props) {
  if (step.type === 'wait') return <WaitFields step={step} error={error} onChange={onChange} />
  if (step.type === 'mail') return <MailFields step={step} event={event} error={error} onChange={onChange} />
  return <ConditionFields step={step} error={error} onChange={onChange} />
}

const units = [
  ['days', 'Days', 365],
  ['hours', 'Hours', 8760],
  ['minutes', 'Minutes', 525_600],
] as const

function WaitFields({ step, error, onChange }: Pick<Props, 'step' | 'error' | 'onChange'>) {
  // A field that the person empties stays empty instead of showing 0.
  const [emptied, setEmptied] = useState<(typeof units)[number][0]>()
  const problem = error('/days') ?? error('/hours') ?? error('/minutes')
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-4">
        {units.map(([unit, label, max]) => (
          <label key={unit} className="grid gap-1.5 text-sm font-medium">
            {label}
            <input
              type="number"
              min={0}
              max={max}
              aria-invalid={problem ? true : undefined}
              className="control w-24 tabular-nums"
              value={emptied === unit && !step[unit] ? '' : String(step[unit] ?? 0)}
              onChange={({ target }) => {
                setEmptied(target.value === '' ? unit : undefined)
                onChange({ ...step, [unit]: Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber })
              }}
            />
          </label>
        ))}
      </div>
      {problem && <p className="text-sm text-danger">{problem}</p>}
    </div>
  )
}
