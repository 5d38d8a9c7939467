import { Dialog } from '../../components/Dialog.tsx'
import { shortcuts, useShortcutsSetting } from './state/shortcuts.ts'

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { isOn, set } = useShortcutsSetting()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        {shortcuts.map(([key, meaning]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt>
              <kbd className="grid h-7 min-w-7 place-items-center rounded-md border border-line bg-sunken px-2 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2.5 border-t border-line pt-4 text-sm">
        <input type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
        Use shortcuts in this browser
      </label>
    </Dialog>
  )
}
