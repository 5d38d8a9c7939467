import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { storesQuery } from '../api/account/account.ts'
import { IconButton } from '../components/Button.tsx'
import { useModal } from '../components/Dialog.tsx'
import { Loading } from '../components/EmptyState.tsx'
import { ClosingBanner } from './ClosingBanner.tsx'
import { Logo } from './Logo.tsx'
import { Navigation } from './navigation/Navigation.tsx'
import { GoToKeys } from './navigation/shortcuts.ts'
import { type Palette, PaletteButton, usePalette } from './PaletteButton.tsx'
import { MissingPage } from './States.tsx'
import { StoreSwitcher } from './StoreSwitcher.tsx'
import { SubscriptionBanner } from './SubscriptionBanner.tsx'
import { rememberStore } from './store/remembered-store.ts'
import { useStoreId } from './store/use-store.ts'
import { UserMenu } from './UserMenu.tsx'

export function Shell({ Palette }: { Palette: Palette }) {
  const storeId = useStoreId()
  const { data: stores = [] } = useQuery(storesQuery)
  const isOwn = stores.some((each) => each.id === storeId)
  useEffect(() => {
    if (isOwn) rememberStore(storeId)
  }, [isOwn, storeId])
  const palette = usePalette(Palette, isOwn ? storeId : undefined)
  if (!isOwn) return <MissingPage />
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.500rem_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line px-3 py-4 lg:flex">
        <div className="px-2.5">
          <Logo />
        </div>
        <StoreSwitcher />
        <PaletteButton onOpen={palette.open} />
        <Navigation />
        <div className="mt-auto">
          <UserMenu />
        </div>
      </aside>
      <TopBar onSearch={palette.open} />
      {palette.shown}
      <GoToKeys storeId={storeId} />
      <div className="flex min-w-0 flex-col lg:h-dvh">
        <ClosingBanner />
        <SubscriptionBanner />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 lg:min-h-0 relative lg:overflow-y-auto">
          <Suspense fallback={<Loading />}>
            <Outlet key={storeId} />
          </Suspense>
        </main>
      </div>
    </div>
  )
}

function TopBar({ onSearch }: { onSearch(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-3 border-b border-line bg-canvas px-4 lg:hidden">
      <Logo />
      <span className="-mr-2 flex gap-1">
        <IconButton icon="search" label="Search" onClick={onSearch} />
        <IconButton icon="menu" label="Menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)} />
      </span>
      {isOpen && <Drawer onClose={() => setIsOpen(false)} />}
    </header>
  )
}

function Drawer({ onClose }: { onClose(): void }) {
  const modal = useModal(onClose)
  const { pathname } = useLocation()
  const openedAt = useRef(pathname)
  useEffect(() => {
    if (pathname !== openedAt.current) onClose()
  }, [pathname, onClose])
  return (
    <dialog
      {...modal}
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-[18rem] max-w-[85vw] bg-canvas text-text shadow-float"
    >
      <div className="flex h-full flex-col gap-5 relative overflow-y-auto p-3">
        <div className="flex items-center justify-between pt-1 pl-2.5">
          <Logo />
          <IconButton icon="cross" label="Close the menu" onClick={onClose} />
        </div>
        <StoreSwitcher />
        <Navigation />
        <div className="mt-auto">
          <UserMenu />
        </div>
      </div>
    </dialog>
  )
}
