import type { WidgetName } from './search.ts'

const star = (x: number, y: number) => `M${x} ${y - 4.2}l1.3 2.7 2.9.4-2.1 2 .5 2.9-2.6-1.4-2.6 1.4.5-2.9-2.1-2 2.9-.4z`

const paths: Record<WidgetName, string> = {
  reviews: `${star(9, 8)}M18 8h16M5 15h29M5 20h20`,
  stars: `${star(9, 12.5)}${star(20, 12.5)}${star(31, 12.5)}`,
  form: `M6 3.5h28v17H6zM11 8h18M11 12h11M22 16.5h7`,
  gallery: 'M6 3.5h13v8H6zM21.5 3.5H34v17H21.5zM6 14h13v6.5H6z',
  faq: 'M6 4h28v13H19l-5 4v-4H6zM17.8 8.7a2.2 2.2 0 1 1 3.2 2c-.8.4-1 .8-1 1.5M20 14.5h.01',
  carousel: `M12 3.5h16v17H12z${star(20, 12)}M7 9l-3 3 3 3M33 9l3 3-3 3`,
  badge: `M4 6h32v12H4z${star(11, 12.3)}M19 10.5h12M19 14h8`,
  tab: 'M6 3.5h28v17H6zM28 8h6v8h-6z',
  photos: 'M3 6.5h10v11H3zM15 6.5h10v11H15zM27 6.5h10v11H27zM3.5 15l3-3 4 4M15.5 15l3-3 4 4M27.5 15l3-3 4 4',
  loyalty: `M20 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z${star(20, 12.4)}`,
}

/** A small drawing of a widget. It is decorative, because the name is below it. */
export function WidgetIcon({ name }: { name: WidgetName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 24"
      className="h-7 w-auto"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
