import { lazy } from 'react'
import { Button } from '../../components/Button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/Menu.tsx'
import { type ListName, useHiddenColumns } from '../../state/hidden-columns.ts'
import { usePersonId } from './use-shown-columns.ts'

const MenuCheckbox = lazy(async () => ({
  default: (await import('../../components/menu-parts.tsx')).MenuCheckbox,
}))

type Props = { list: ListName; names: Readonly<Record<string, string>> }

export function ColumnsMenu({ list, names }: Props) {
  const { hidden, toggle, showAll } = useHiddenColumns(usePersonId(), list)
  return (
    <Menu
      label="Columns"
      trigger={
        <Button size="small" look="quiet" icon="sliders" className="ml-auto self-center">
          <span className="max-sm:sr-only">Columns</span>
        </Button>
      }
    >
      {Object.entries(names).map(([column, name]) => (
        <MenuCheckbox key={column} isChecked={!hidden.includes(column)} onChange={() => toggle(column)}>
          {name}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuItem disabled={hidden.length === 0} onSelect={showAll}>
        Show all columns
      </MenuItem>
    </Menu>
  )
}
