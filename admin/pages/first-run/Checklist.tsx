import type { FirstRun } from '../../api/first-run.ts'
import { StepItem } from './StepItem.tsx'
import { stepTexts } from './steps.ts'
import { useSkipping } from './use-skipping.ts'

/** Skipped steps are hidden unless `showsSkipped`. */
export function Checklist({ firstRun, showsSkipped }: { firstRun: FirstRun; showsSkipped: boolean }) {
  const { isBusy, skip, takeUp } = useSkipping(firstRun)
  const steps = firstRun.steps.filter(({ done, skipped }) => showsSkipped || done || !skipped)
  const next = steps.find(({ done, skipped, mayDo }) => !done && !skipped && mayDo)
  return (
    <ul aria-label="Steps" className="divide-y divide-line">
      {steps.map((step) => (
        <StepItem
          key={step.name}
          step={step}
          isNext={step === next}
          isBusy={isBusy}
          onSkip={() => skip([step.name], `Skipped: ${stepTexts[step.name].title}`)}
          onTakeUp={() => takeUp(step.name)}
        />
      ))}
    </ul>
  )
}
