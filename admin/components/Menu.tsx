import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'

/** The menu parts would be a fifth of the first page's code, so they load separately. */
const load = () => import('./menu-parts.tsx')
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }))
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))
export const MenuLabel = lazy(async () => ({ default: (await load()).MenuLabel }))
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))

type Trigger = ReactElement<Record<string, unknown>>
type MenuProps = { trigger: Trigger; label?: string; align?: 'start' | 'end'; children: ReactNode }

let isPreloading = false

/** Loads the parts when the page is idle, so the first click opens the menu immediately. */
function preload(): void {
  if (isPreloading) return
  isPreloading = true
  const ignore = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) window.requestIdleCallback(ignore)
  else setTimeout(ignore, 1_000)
}

/** The menu opens when its parts are loaded. If the person presses Escape earlier, the menu stays closed. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(preload, [])
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
    <Suspense fallback={<Waiting onCancel={() => setIsWanted(false)}>{closed}</Waiting>}>
      <OpenMenu trigger={trigger} {...menu} />
    </Suspense>
  )
}

function Waiting({ onCancel, children }: { onCancel(): void; children: ReactNode }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && onCancel()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return children
}
