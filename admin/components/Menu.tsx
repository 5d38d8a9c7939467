import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** A fifth of what the first page would load otherwise, and nobody opens a menu before there is a page. */
const load = () => import('./menu-parts.tsx')
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }))
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))
export const MenuLabel = lazy(async () => ({ default: (await load()).MenuLabel }))
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))

type Trigger = ReactElement<Record<string, unknown>>
type MenuProps = { trigger: Trigger; label?: string; align?: 'start' | 'end'; children: ReactNode }

/** Its parts are read when it is first pointed at, and it opens as soon as they are there. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'data-state': 'closed',
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setIsWanted(true),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setIsWanted(true)
    },
  })
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} {...menu} />
    </Suspense>
  )
}
