import type { Gallery, GalleryItem, GalleryLayout, Permission } from '../../api/content/galleries.ts'
import type { Tone } from '../../components/Badge.tsx'
import { shownLocale } from '../../components/locale.ts'

export const layoutNames: Record<GalleryLayout, string> = {
  grid: 'Grid of squares',
  masonry: 'Masonry',
  carousel: 'Slider',
}

export const permissionNames: Record<Permission, [string, Tone]> = {
  pending: ['Not asked yet', 'warn'],
  granted: ['Permitted', 'good'],
  declined: ['Declined', 'danger'],
}

export const nameOf = ({ alt, caption, authorName }: Pick<GalleryItem, 'alt' | 'caption' | 'authorName'>): string =>
  alt ?? caption ?? (authorName === null ? 'your own picture' : `photo by ${authorName}`)

export const usesText = ({ impressions, clicks }: NonNullable<Gallery['uses']>): string =>
  impressions + clicks === 0 ? 'No views' : `${viewsText(impressions)} · ${clicksText(clicks)}`

const viewsText = (count: number) => (count === 1 ? 'One view' : `${count.toLocaleString(shownLocale)} views`)
const clicksText = (count: number) => (count === 1 ? 'one click' : `${count.toLocaleString(shownLocale)} clicks`)
