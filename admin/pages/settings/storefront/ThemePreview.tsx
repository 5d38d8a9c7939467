import type { StorefrontSettings } from '../../../api/content/storefront.ts'
import { cornerRadii, isColor, type Scheme, textColorOn, usual } from './theme-options.ts'

export function ThemePreview({ theme }: { theme: StorefrontSettings['theme'] }) {
  const schemes: Scheme[] = theme.colorScheme === 'auto' ? ['light', 'dark'] : [theme.colorScheme]
  return (
    <div role="img" aria-label="Preview of the widgets with these settings" className="grid gap-3 sm:grid-cols-2">
      {schemes.map((scheme) => (
        <Sample key={scheme} scheme={scheme} theme={theme} />
      ))}
    </div>
  )
}

const star = 'M12 3.6l2.6 5.3 5.800.800-4.200 4.100 1 5.800-5.200-2.700-5.200 2.700 1-5.800-4.200-4.100 5.800-.800z'

function Sample({ scheme, theme }: { scheme: Scheme; theme: StorefrontSettings['theme'] }) {
  const { background, text, empty, ...own } = usual[scheme]
  const accent = chosen(theme.accentColor) ?? own.accent
  const starColor = chosen(theme.starColor) ?? own.star
  return (
    <div style={{ background, color: text }} className="grid gap-3 rounded-xl border border-line p-4">
      <div className="flex items-center gap-2">
        <span className="flex">
          {[1, 2, 3, 4, 5].map((each) => (
            <svg key={each} aria-hidden="true" viewBox="0 0 24 24" className="size-5">
              <path d={star} fill={each < 5 ? starColor : empty} />
            </svg>
          ))}
        </span>
        <span className="text-sm">4.2 (128)</span>
      </div>
      <span
        style={{ background: accent, color: textColorOn(accent), borderRadius: cornerRadii[theme.corners] }}
        className="justify-self-start px-4 py-2 text-sm font-semibold"
      >
        Write a review
      </span>
    </div>
  )
}

const chosen = (color: string | null) => (color && isColor(color) ? color : undefined)
