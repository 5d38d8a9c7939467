import type { SequenceStep } from '../../api/mail/sequences.ts'
import { Icon } from '../../components/Icon.tsx'
import { formatLength } from './draft.ts'
import { stepIcons, stepNames } from './steps.ts'

export function StepIcons({ steps }: { steps: readonly SequenceStep[] }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-1">
      {steps.map((step, at) => (
        <li key={at} className="flex items-center gap-1">
          {at > 0 && <span className="h-px w-2 bg-line-strong" />}
          {step.type === 'wait' ? (
            <span className="flex items-center gap-1">
              <Icon name={stepIcons.wait} className="size-3.5" />
              <span className="sr-only">{stepNames.wait} </span>
              {formatLength(step)}
            </span>
          ) : (
            <span className="grid size-6 place-items-center rounded-full bg-accent-wash text-accent">
              <Icon name={stepIcons[step.type]} className="size-3.5" />
              <span className="sr-only">{stepNames[step.type]}</span>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
