import { Button } from '../Button.tsx'

type Props<Act extends string> = {
  acts: readonly (readonly [Act, string])[]
  /** Name of the row, for the buttons' accessible names. */
  of: string
  onAct(act: Act): void
}

export function RowActs<Act extends string>({ acts, of, onAct }: Props<Act>) {
  return (
    <span className="-mr-2.5 flex flex-wrap justify-end xl:flex-nowrap">
      {acts.map(([act, label]) => (
        <Button key={act} size="small" look="quiet" onClick={() => onAct(act)}>
          {label}
          <span className="sr-only">: {of}</span>
        </Button>
      ))}
    </span>
  )
}
