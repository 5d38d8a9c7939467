// Code and data that the element passes to its lazy chunks, because a chunk that imports them would load a bundle twice.
import type { h as H } from 'preact'
import type { read as Read, Shop } from '../api.ts'
import type { Subject } from '../subject.ts'
import type { extend as Extend } from './extras.ts'
import type { icon as Icon, stars as Stars } from './icons.ts'
import type { Labels } from './labels.ts'

export type Kit = {
  h: typeof H
  icon: typeof Icon
  stars: typeof Stars
  read: typeof Read
  extend: typeof Extend
  subject: Subject
  wear(css: string): void
  shop: Shop
  labels: Labels
  changed(): void
}
