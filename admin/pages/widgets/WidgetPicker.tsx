import { Link } from '@tanstack/react-router'
import { useVisibleTab } from '../../shell/navigation/use-visible-tab.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { WidgetName } from './search.ts'
import { WidgetPicture } from './WidgetPicture.tsx'
import { widgetOf } from './widgets.ts'

const groups: readonly (readonly [title: string, names: readonly WidgetName[]])[] = [
  ['On product pages', ['reviews', 'stars', 'form', 'faq']],
  ['Anywhere', ['gallery', 'photos', 'loyalty']],
  ['For the whole shop', ['carousel', 'badge', 'tab']],
]

/** One row, so that the preview is in sight. It scrolls in narrow windows. */
export function WidgetPicker({ chosen }: { chosen: WidgetName }) {
  const storeId = useStoreId()
  const row = useVisibleTab<HTMLElement>(chosen)
  return (
    <nav ref={row} aria-label="Widgets" className="card flex min-w-0 sideways p-1">
      {groups.map(([title, names]) => (
        <section
          key={title}
          aria-label={title}
          title={title}
          className="flex grow border-line not-first:ms-1 not-first:border-s not-first:ps-1"
        >
          <ul className="flex grow">
            {names.map((name) => (
              <li key={name} className="grow">
                <Link
                  to="/stores/$storeId/widgets"
                  params={{ storeId }}
                  search={{ widget: name }}
                  replace
                  resetScroll={false}
                  {...(name === chosen && { 'aria-current': 'page' })}
                  className="grid justify-items-center gap-0.5 rounded-lg px-2 py-1.5 max-sm:px-3 text-xs font-medium whitespace-nowrap text-quiet -outline-offset-2 hover:bg-hover hover:text-text aria-[current]:bg-accent-wash aria-[current]:text-accent"
                >
                  <WidgetPicture name={name} />
                  {widgetOf(name).title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
