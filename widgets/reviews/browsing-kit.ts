// Code and facts that the element passes to its lazy chunks, because a chunk that imports them would load a bundle twice.
import type { h as H } from 'preact'
import type { read as Read, Shop } from '../api.ts'
import type { fill as Fill, Language } from '../language.ts'
import type { extend as Extend } from './extras.ts'
import type { icon as Icon } from './icons.ts'

export type Kit = {
  h: typeof H
  icon: typeof Icon
  read: typeof Read
  extend: typeof Extend
  product: string
  wear(css: string): void
  fill: typeof Fill
  shop: Shop
  language: Language
  changed(): void
}
