import { createContext, type ReactNode, useContext, useEffect, useId } from 'react'
import { noteVisit } from './visits.ts'

type Props = {
  title: string
  back?: ReactNode
  intro?: ReactNode
  actions?: ReactNode
  /** A menu at the end of the title's line, on phones too. */
  menu?: ReactNode
  /** Name in the browser's tab and in the list of recent pages, if several pages share one title. */
  tabName?: string
  children: ReactNode
  width?: 'normal' | 'wide'
}

/**
 * Name of the open tab if a layout shows the title and the tabs above the page. The page's own title is then a
 * subtitle, and only screen readers get it if it repeats the tab.
 */
export const OpenTab = createContext<string | undefined>(undefined)

export function Page({ title, back, intro, actions, menu, tabName = title, children, width = 'wide' }: Props) {
  usePageTitle(tabName)
  const tab = useContext(OpenTab)
  const Title = tab === undefined ? 'h1' : 'h2'
  const look = tab === undefined ? 'text-xl' : title === tab ? 'sr-only' : 'text-lg'
  return (
    // Narrow pages start at the same edge as wide ones, so nothing jumps between the tabs of one section.
    <div
      className={`mx-auto grid w-full max-w-6xl gap-6 px-4 py-6 sm:px-8 ${tab === undefined ? 'sm:py-8' : ''} ${width === 'wide' ? '' : '*:max-w-[44rem]'}`}
    >
      <header
        className={`relative flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-3 ${menu ? 'sm:pr-11' : ''}`}
      >
        {/* The flex basis keeps the actions beside a long introduction while the row has room for both. */}
        <div className={`grid min-w-0 grow gap-1 ${width === 'wide' ? 'basis-[30rem]' : 'basis-[20rem]'}`}>
          {back}
          <div className="flex items-start justify-between gap-2">
            <Title className={`min-w-0 font-semibold tracking-tight wrap-anywhere ${look}`}>{title}</Title>
            {menu && <div className="-my-0.5 max-sm:-mr-2.5 sm:absolute sm:top-0 sm:right-0 sm:my-0">{menu}</div>}
          </div>
          {intro && <div className="max-w-[44rem] text-pretty text-quiet">{intro}</div>}
        </div>
        {actions && <div className="flex max-w-full flex-wrap gap-2 empty:hidden">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Evident`
    noteVisit(location.pathname, title)
  }, [title])
}

type CardProps = {
  title?: string
  children: ReactNode
  actions?: ReactNode
  /** The last child grows if a neighbor makes the card higher than its content. */
  isFilled?: boolean
}

export function Card({ title, children, actions, isFilled = false }: CardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title && titleId}
      className={`card min-w-0 overflow-hidden ${isFilled ? 'flex flex-col *:last:grow' : ''}`}
    >
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
          <h2 id={titleId} className="font-semibold tracking-tight">
            {title}
          </h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
