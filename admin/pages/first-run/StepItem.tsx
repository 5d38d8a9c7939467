import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstRunStep } from '../../api/first-run.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SendMeButton } from '../templates/SendMeButton.tsx'
import { gaps, stepTexts, type Way } from './steps.ts'

type Props = {
  step: FirstRunStep
  isNext: boolean
  isBusy: boolean
  onSkip(): void
  onTakeUp(): void
}

/** Steps after the next one are folded to their title, so that the next action is easy to find. */
export function StepItem({ step, isNext, isBusy, onSkip, onTakeUp }: Props) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { title, doneTitle, why, way: wayOf, others = [] } = stepTexts[step.name]
  const way = wayOf(step)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isLeft = !step.done && !step.skipped
  const isFolded = isLeft && !isNext && !isUnfolded
  const isOpen = isLeft && !isFolded
  const isSampled = step.name === 'sender' && !step.skipped && !isFolded && isAtLeast('ADMIN')
  return (
    <li className="flex gap-3.5 px-5 py-4">
      <Mark step={step} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-[min(100%,16rem)] flex-1 gap-0.5">
          <h3 className={`font-medium ${isLeft ? '' : 'text-quiet'}`}>
            {isLeft && !isNext ? (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setIsUnfolded(!isUnfolded)}
                className="flex w-full items-center gap-1.5 text-start underline-offset-4 hover:underline"
              >
                {title}
                <Icon name="chevronDown" className={`size-4 text-quiet ${isOpen ? 'rotate-180' : ''}`} />
              </button>
            ) : step.done ? (
              doneTitle
            ) : (
              title
            )}
          </h3>
          {isOpen && <p className="text-sm text-quiet">{why}</p>}
          {isOpen && step.missing.length > 0 && <Gaps step={step} way={way} />}
          {isSampled && (
            <p className="pt-0.5">
              <SendMeButton isLink />
            </p>
          )}
          {isOpen && !step.mayDo && <p className="text-sm text-quiet">Owners and admins do this.</p>}
          {isOpen && step.mayDo && others.length > 0 && (
            <p className="flex flex-wrap gap-x-4 gap-y-1 pt-0.5 text-sm text-quiet">
              {others.map((other) => (
                <WayLink key={other.label} way={other} />
              ))}
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden">
          {isOpen && step.mayDo && way && (
            <Link to={way.to} params={{ storeId }} className={buttonClass(isNext ? 'primary' : 'secondary', 'small')}>
              {way.label}
            </Link>
          )}
          {isOpen && isAtLeast('ADMIN') && (
            <Button look="quiet" size="small" aria-label={`Skip: ${title}`} disabled={isBusy} onClick={onSkip}>
              Skip
            </Button>
          )}
          {step.skipped && !step.done && isAtLeast('ADMIN') && (
            <Button look="quiet" size="small" aria-label={`Resume: ${title}`} disabled={isBusy} onClick={onTakeUp}>
              Resume
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/**
 * The step's button leads to the first missing detail, so that detail has no link of its own. The lines look plain,
 * because the step is already a reminder.
 */
function Gaps({ step: { missing, mayDo }, way }: { step: FirstRunStep; way: Way | undefined }) {
  return (
    <ul className="grid gap-0.5 py-0.5 text-sm">
      {missing.map((gap) => (
        <li key={gap} className="text-quiet">
          {gaps[gap].text} {mayDo && gaps[gap].way !== way && <WayLink way={gaps[gap].way} />}
        </li>
      ))}
    </ul>
  )
}

function WayLink({ way: { to, search, label } }: { way: Way }) {
  const storeId = useStoreId()
  return (
    <Link
      to={to}
      params={{ storeId }}
      search={search ?? {}}
      className="text-quiet underline underline-offset-4 hover:text-text"
    >
      {label}
    </Link>
  )
}

function Mark({ step: { done, skipped } }: { step: FirstRunStep }) {
  const look = done ? 'bg-good-wash text-good' : 'border border-line-strong text-quiet'
  return (
    <span className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full ${look}`}>
      {done && <Icon name="check" className="size-4" />}
      <span className="sr-only">{done ? 'Done: ' : skipped ? 'Skipped: ' : 'To do: '}</span>
    </span>
  )
}
