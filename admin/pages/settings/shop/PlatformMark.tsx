import type { Platform } from '../../../api/shops/shops.ts'
import { platforms } from './parts/platforms.tsx'

/** A letter instead of a logo, because logos are trademarks. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-wash font-semibold text-accent"
    >
      {platforms[platform].name[0]}
    </span>
  )
}
