import { Dialog } from '../../components/Dialog.tsx'
import { goTos, useShortcutsSetting } from '../../shell/navigation/shortcuts.ts'
import { shortcuts } from './state/shortcuts.ts'

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { isOn, set } = useShortcutsSetting()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <KeyList rows={shortcuts.map(([key, meaning]) => [[key], meaning])} />
      <section className="grid gap-3 border-t border-line pt-4">
        <h3 className="text-sm font-semibold">Go to a page</h3>
        <KeyList rows={goTos.map(({ letter = '', label }) => [['G', letter.toUpperCase()], label])} />
      </section>
      <label className="flex items-center gap-2.5 border-t border-line pt-4 text-sm">
        <input type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
        Use shortcuts in this browser
      </label>
    </Dialog>
  )
}

type Row = readonly [keys: readonly string[], meaning: string]

function KeyList({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
      {rows.map(([keys, meaning]) => (
        <div key={keys.join(' ')} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="grid h-7 min-w-7 place-items-center rounded-md border border-line bg-sunken px-2 font-mono text-xs"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
