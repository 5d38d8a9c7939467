import type { FirstRun, FirstRunStep } from '../../api/first-run.ts'
import { Icon } from '../../components/Icon.tsx'
import { StepItem } from './StepItem.tsx'
import { stepTexts } from './steps.ts'
import { useSkipping } from './use-skipping.ts'

/** `isShort` shows completed steps in one line, and hides skipped steps. */
export function Checklist({ firstRun, isShort }: { firstRun: FirstRun; isShort: boolean }) {
  const { isBusy, skip, takeUp } = useSkipping(firstRun)
  const done = isShort ? firstRun.steps.filter((step) => step.done) : []
  const steps = isShort ? firstRun.steps.filter((step) => !step.done && !step.skipped) : firstRun.steps
  const next = steps.find((step) => !step.done && !step.skipped && step.mayDo)
  return (
    <>
      {done.length > 0 && <DoneSteps steps={done} />}
      <ul aria-label="Steps" className="divide-y divide-line">
        {steps.map((step) => (
          <StepItem
            key={step.name}
            step={step}
            number={firstRun.steps.indexOf(step) + 1}
            isNext={step === next}
            isBusy={isBusy}
            onSkip={() => skip([step.name], `Skipped: ${stepTexts[step.name].title}`)}
            onTakeUp={() => takeUp(step.name)}
          />
        ))}
      </ul>
    </>
  )
}

function DoneSteps({ steps }: { steps: FirstRunStep[] }) {
  return (
    <p className="flex items-start gap-3.5 border-b border-line px-5 py-3 text-sm text-quiet">
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-good-wash text-good">
        <Icon name="check" className="size-4" />
      </span>
      <span className="pt-0.5">Done: {steps.map(({ name }) => stepTexts[name].doneTitle).join(' · ')}</span>
    </p>
  )
}
