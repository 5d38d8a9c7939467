import type { FirstRunStep } from '../../api/first-run.ts'
import { Icon } from '../../components/Icon.tsx'

type Props = { step: Pick<FirstRunStep, 'done' | 'skipped'>; number: number; isNext: boolean }

/** A number, because empty circles look like radio buttons. */
export function StepMark({ step: { done, skipped }, number, isNext }: Props) {
  const look = done ? 'bg-good-wash text-good' : isNext ? 'bg-accent text-on-accent' : 'bg-plain-wash text-quiet'
  return (
    <span className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${look}`}>
      <span className="sr-only">{done ? 'Done: ' : skipped ? 'Skipped: ' : 'To do: '}</span>
      {done ? <Icon name="check" className="size-4" /> : <span aria-hidden="true">{number}</span>}
    </span>
  )
}
