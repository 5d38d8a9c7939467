import type { SequenceStep } from '../../api/mail/sequences.ts'
import { Icon } from '../../components/Icon.tsx'
import { nameVariables } from '../templates/chips.ts'
import { formatLength } from './draft.ts'
import { stepIcons, stepNames } from './steps.ts'

export function StepList({ steps }: { steps: readonly SequenceStep[] }) {
  return (
    <ol aria-label="Steps" className="flex min-w-0 flex-wrap items-center gap-1">
      {steps.map((step, at) => (
        <li key={at} className="flex min-w-0 items-center gap-1">
          {at > 0 && <span className="h-px w-2 shrink-0 bg-line-strong" />}
          <span
            className={`flex min-w-0 items-center gap-1 ${step.type === 'wait' ? '' : 'rounded-full bg-accent-wash px-2 py-0.5 text-accent'}`}
          >
            <Icon name={stepIcons[step.type]} className="size-3.5" />
            <span className="sr-only">{stepNames[step.type]} </span>
            <Name step={step} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Name({ step }: { step: SequenceStep }) {
  if (step.type === 'wait') return <span className="whitespace-nowrap">{formatLength(step)}</span>
  if (step.type === 'condition') return <span aria-hidden="true">{stepNames.condition}</span>
  const subject = nameVariables(step.subject ?? '')
  return subject ? (
    <span dir="auto" title={subject} className="max-w-48 truncate">
      {subject}
    </span>
  ) : (
    <span aria-hidden="true">{stepNames.mail}</span>
  )
}
