import { Button, IconButton } from '../Button.tsx'
import { Menu, MenuItem } from '../Menu.tsx'

type Props<Act extends string> = {
  acts: readonly (readonly [Act, string])[]
  /** Name of the row, for the buttons' accessible names. */
  of: string
  onAct(act: Act): void
  /** Number of acts that are buttons. A menu has the others. */
  buttons?: number
}

export function RowActs<Act extends string>({ acts, of, onAct, buttons = 3 }: Props<Act>) {
  const shown = acts.slice(0, buttons)
  const rest = acts.slice(shown.length)
  return (
    // On phones the words are on the line of the cell beside them, although the buttons are higher.
    <span className="-mr-2.5 flex max-sm:-my-2 flex-wrap items-center justify-end max-sm:[&>button]:px-1 xl:flex-nowrap">
      {shown.map(([act, label]) => (
        <Button key={act} size="small" look="quiet" onClick={() => onAct(act)}>
          {label}
          <span className="sr-only">: {of}</span>
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu label={`More: ${of}`} align="end" trigger={<IconButton icon="more" label={`More: ${of}`} />}>
          {rest.map(([act, label]) => (
            <MenuItem key={act} isDangerous={act === 'delete'} onSelect={() => onAct(act)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  )
}
