import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'

export type ImportResult = {
  created: number
  unchanged: number
  wrong: string[]
  left: number
}

const maxNamed = 50

export function ImportReport({
  outcome: { created, unchanged, wrong, left },
  onClose,
}: {
  outcome: ImportResult
  onClose(): void
}) {
  const facts = [
    ['Added', created],
    ['There already', unchanged],
    ['Not an address', wrong.length],
  ] as const
  return (
    <Dialog title={left > 0 ? 'The import was stopped' : 'The list was imported'} onClose={onClose} size="wide">
      <dl className="grid grid-cols-3 gap-4">
        {facts.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString(shownLocale)}</dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        <Notice tone="warn">
          {left === 1 ? 'The last address is' : `The last ${left.toLocaleString(shownLocale)} addresses are`} not
          imported yet. Import the same list again to continue: nothing is added twice.
        </Notice>
      )}
      {wrong.length > 0 && (
        <Notice tone="warn">
          <p>These lines have no address and were skipped:</p>
          <ul className="mt-1.5 max-h-40 relative overflow-y-auto font-mono text-xs">
            {wrong.slice(0, maxNamed).map((each, i) => (
              <li key={i} className="truncate">
                {each}
              </li>
            ))}
            {wrong.length > maxNamed && <li>and {(wrong.length - maxNamed).toLocaleString(shownLocale)} more</li>}
          </ul>
        </Notice>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
