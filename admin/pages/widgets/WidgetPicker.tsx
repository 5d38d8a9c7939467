import { Link } from '@tanstack/react-router'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { WidgetName } from './search.ts'
import { WidgetPicture } from './WidgetPicture.tsx'
import { widgetOf } from './widgets.ts'

const groups: readonly (readonly [title: string, names: readonly WidgetName[]])[] = [
  ['On product pages', ['reviews', 'stars', 'form', 'faq']],
  ['Anywhere', ['gallery', 'photos', 'loyalty']],
  ['For the whole shop', ['carousel', 'badge', 'tab']],
]

export function WidgetPicker({ chosen }: { chosen: WidgetName }) {
  const storeId = useStoreId()
  return (
    <nav
      aria-label="Widgets"
      className="card flex min-w-0 gap-x-2 gap-y-1 sideways p-2 sm:grid xl:grid-cols-[4fr_3fr_3fr]"
    >
      {groups.map(([title, names]) => (
        <section
          key={title}
          aria-label={title}
          className="shrink-0 border-line not-first:border-s not-first:ps-2 sm:max-xl:border-0! sm:max-xl:ps-0!"
        >
          <p aria-hidden="true" className="px-2 pt-1 text-xs font-medium text-quiet">
            {title}
          </p>
          <ul className="flex sm:grid sm:grid-cols-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
            {names.map((name) => (
              <li key={name} className="w-24 shrink-0 sm:w-auto">
                <Link
                  to="/stores/$storeId/widgets"
                  params={{ storeId }}
                  search={{ widget: name }}
                  replace
                  resetScroll={false}
                  {...(name === chosen && { 'aria-current': 'page' })}
                  className="grid h-full content-start justify-items-center gap-1.5 rounded-lg px-1 py-2.5 text-center text-xs font-medium text-balance text-quiet -outline-offset-2 hover:bg-hover hover:text-text aria-[current]:bg-accent-wash aria-[current]:text-accent"
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
