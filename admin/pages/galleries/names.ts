import type { GalleryItem, GalleryLayout, Permission } from '../../api/content/galleries.ts'
import type { Tone } from '../../components/Badge.tsx'

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
