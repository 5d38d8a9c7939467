import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstRunStep } from '../../api/first-run.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SendMeButton } from '../templates/SendMeButton.tsx'
import { PlatformLinks } from './PlatformLinks.tsx'
import { StepMark } from './StepMark.tsx'
import { gaps, stepTexts, type Way } from './steps.ts'

type Props = {
  step: FirstRunStep
  number: number
  isNext: boolean
  isBusy: boolean
  onSkip(): void
  onTakeUp(): void
}

/** Steps after the next one are folded to their title and reason, so that the next action is easy to find. */
export function StepItem({ step, number, isNext, isBusy, onSkip, onTakeUp }: Props) {
  const { isAtLeast } = useRole()
  const { title, doneTitle, why, way: wayOf } = stepTexts[step.name]
  const way = wayOf(step)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isLeft = !step.done && !step.skipped
  const isOpen = isLeft && (isNext || isUnfolded)
  const isSampled = step.name === 'sender' && !step.skipped && (isOpen || step.done) && isAtLeast('ADMIN')
  return (
    <li className="flex gap-3.5 px-5 py-4">
      <StepMark step={step} number={number} isNext={isNext} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="relative flex items-start justify-between gap-1">
          <h3 className={`min-w-0 flex-1 font-medium ${isLeft ? '' : 'text-quiet'}`}>
            {isLeft && !isNext ? (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setIsUnfolded(!isUnfolded)}
                className="text-start underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </button>
            ) : step.done ? (
              doneTitle
            ) : (
              title
            )}
          </h3>
          {step.skipped && !step.done && isAtLeast('ADMIN') && (
            <Button
              look="quiet"
              size="small"
              aria-label={`Resume: ${title}`}
              disabled={isBusy}
              onClick={onTakeUp}
              className="-my-1.5 -mr-2.5"
            >
              Resume
            </Button>
          )}
          {isOpen && isAtLeast('ADMIN') && (
            <Button
              look="quiet"
              size="small"
              aria-label={`Skip: ${title}`}
              disabled={isBusy}
              onClick={onSkip}
              className={`relative -my-1.5 ${isNext ? 'mr-6' : ''}`}
            >
              Skip
            </Button>
          )}
          {isLeft && !isNext && (
            <Icon name="chevronDown" className={`mt-0.5 size-5 text-quiet ${isOpen ? 'rotate-180' : ''}`} />
          )}
        </div>
        {isLeft && <p className="max-w-[44rem] pr-8 text-sm text-pretty text-quiet">{why}</p>}
        {isOpen && step.missing.length > 0 && <Gaps step={step} way={way} />}
        {isSampled && (
          <p className="pt-0.5">
            <SendMeButton isLink />
          </p>
        )}
        {isOpen && !step.mayDo && <p className="text-sm text-quiet">Owners and admins do this.</p>}
        {isOpen && step.mayDo && step.name === 'products' && <PlatformLinks />}
        {isOpen && step.mayDo && <Actions step={step} way={way} isNext={isNext} />}
      </div>
    </li>
  )
}

type ActionsProps = Pick<Props, 'step' | 'isNext'> & { way: Way | undefined }

function Actions({ step, way, isNext }: ActionsProps) {
  const storeId = useStoreId()
  const { others = [] } = stepTexts[step.name]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2 text-sm empty:hidden">
      {way && (
        <Link to={way.to} params={{ storeId }} className={buttonClass(isNext ? 'primary' : 'secondary')}>
          {way.label}
        </Link>
      )}
      {others.map((other) => (
        <WayLink key={other.label} way={other} />
      ))}
    </div>
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
