import type { Sequence } from '../../api/mail/sequences.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Page.tsx'
import { type DraftStep, moved, newStep } from './draft.ts'
import { StepItem } from './StepItem.tsx'

type Props = {
  steps: DraftStep[]
  event: Sequence['trigger']['event']
  mayChange: boolean
  error(path: string): string | undefined
  onChange(steps: DraftStep[]): void
}

const mostSteps = 20
const kinds = [
  ['wait', 'Add a wait'],
  ['mail', 'Add an email'],
  ['condition', 'Add a condition'],
] as const

export function StepsCard({ steps, event, mayChange, error, onChange }: Props) {
  return (
    <Card title="Steps">
      <div className="grid gap-4 p-5 pt-3">
        <ol className="grid">
          {steps.map((step, at) => (
            <StepItem
              key={step.key}
              step={step}
              at={at}
              count={steps.length}
              event={event}
              mayChange={mayChange}
              error={(path) => error(`/steps/${at}${path}`)}
              onChange={(next) => onChange(steps.map((each) => (each.key === step.key ? next : each)))}
              onMove={(to) => onChange(moved(steps, at, to))}
              onRemove={() => onChange(steps.filter(({ key }) => key !== step.key))}
            />
          ))}
        </ol>
        {mayChange &&
          (steps.length < mostSteps ? (
            <div className="flex flex-wrap gap-2">
              {kinds.map(([type, label]) => (
                <Button key={type} size="small" icon="plus" onClick={() => onChange([...steps, newStep(type)])}>
                  {label}
                </Button>
              ))}
            </div>
          ) : (
            <p className="text-sm text-quiet">A sequence has up to {mostSteps} steps.</p>
          ))}
      </div>
    </Card>
  )
}
