import type { Template } from '../../api/mail/email-templates.ts'
import { listInsertable, nameOf, toSource } from './chips.ts'

type Props = { variables: Template['variables']; isDisabled: boolean; onInsert(source: string): void }

export function VariableChips({ variables, isDisabled, onInsert }: Props) {
  return (
    <div className="grid gap-2 border-t border-line px-5 py-4">
      <h3 id="insert-variable" className="text-sm font-medium">
        Insert
      </h3>
      <ul aria-labelledby="insert-variable" className="flex flex-wrap gap-2">
        {listInsertable(variables).map(({ name, description }) => (
          <li key={name}>
            <button
              type="button"
              title={description}
              disabled={isDisabled}
              // Without this, the press would take the focus and the cursor from the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(toSource(name))}
              className="rounded-md bg-accent-wash px-2 py-1 text-sm font-medium text-accent hover:underline disabled:opacity-60"
            >
              {nameOf(name)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
