import type { Template } from '../../api/mail/email-templates.ts'

type Props = { variables: Template['variables']; onInsert(text: string): void }

export function Variables({ variables, onInsert }: Props) {
  return (
    <details className="border-t border-line">
      <summary className="px-5 py-3.5 text-sm font-medium hover:bg-hover">Variables</summary>
      <div className="grid gap-3 px-5 pb-5">
        <p className="text-sm text-quiet">
          Written in Liquid, such as <code className="font-mono">{'{{ customer.firstName | default: "there" }}'}</code>.
          Click a variable to insert it where the cursor was last.
        </p>
        <ul className="grid gap-2 text-sm">
          {variables.map(({ name, description, sample }) => (
            <li key={name} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              {sample !== null && !name.includes('[') ? (
                <button
                  type="button"
                  onClick={() => onInsert(`{{ ${name} }}`)}
                  className="justify-self-start text-left font-mono text-xs leading-5 break-all text-accent underline-offset-4 hover:underline"
                >
                  {name}
                </button>
              ) : (
                <span className="font-mono text-xs leading-5 break-all">{name}</span>
              )}
              <span className="text-quiet">{description}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
