import type { SequenceStep } from '../../api/mail/sequences.ts'
import { Icon } from '../../components/Icon.tsx'
import { nameVariables } from '../templates/chips.ts'
import { formatLength } from './draft.ts'
import { conditionName } from './names.ts'
import { stepIcons, stepNames } from './steps.ts'

/** The steps continue the line of their parent. Each arrow belongs to the step before it, so no line begins with one. */
export function StepList({ steps }: { steps: readonly SequenceStep[] }) {
  return (
    <ol aria-label="Steps" className="contents">
      {steps.map((step, at) => (
        <li key={at} className="flex max-w-full min-w-0 items-center gap-1">
          <span
            className={`flex min-w-0 items-center gap-1 ${step.type === 'wait' ? '' : 'rounded-full bg-accent-wash px-2 py-0.5 text-accent'}`}
          >
            <Icon name={stepIcons[step.type]} className="size-3.5" />
            <span className="sr-only">{stepNames[step.type]} </span>
            <Name step={step} />
          </span>
          {at < steps.length - 1 && <Icon name="chevronRight" className="size-3.5" />}
        </li>
      ))}
    </ol>
  )
}

function Name({ step }: { step: SequenceStep }) {
  if (step.type === 'wait') return <span className="whitespace-nowrap">{formatLength(step)}</span>
  const name = step.type === 'condition' ? conditionName(step) : nameVariables(step.subject ?? '')
  return name ? (
    <span dir="auto" title={name} className="line-clamp-1 wrap-anywhere">
      {name}
    </span>
  ) : (
    <span aria-hidden="true">{stepNames[step.type]}</span>
  )
}
