import { h, type VNode } from 'preact'
import type { Shop } from '../api.ts'
import type { Review } from '../wire.ts'
import type { ListOptions, State } from './feed.ts'
import type { Labels } from './labels.ts'

// biome-ignore lint/suspicious/noExplicitAny: Preact's types refuse a VNode with other attributes
export type Node = VNode<any>

export type DialogRequest =
  | { kind: 'photos'; review: Review; index: number }
  | { kind: 'report'; review: Review; outcome?: 'thanked' | 'failed' }
  | { kind: 'form' }

export type Actions = {
  choose(change: Partial<ListOptions>): void
  more(): void
  retry(): void
  ask(asked: DialogRequest): void
  unfold(review: Review): void
  release(): void
}

export type Browsing = {
  controls(view: View): Node
  averages(view: View): (Node | false)[]
  /** The review with translated or original text, as the visitor has chosen. */
  worded(review: Review): Review
  answers(review: Review, labels: Labels): (Node | false)[]
  voting(review: Review, labels: Labels): Node
}

export type View = {
  state: State
  labels: Labels
  act: Actions
  unfolded: ReadonlySet<string>
  isCut: boolean
  dialog: Node | null
  /** Undefined if the code failed to load. The reviews are readable without it. */
  browsing?: Browsing | undefined
  shop: Shop
}

export const button = (name: string, onClick: () => void, ...inside: (Node | string)[]): Node =>
  h('button', { type: 'button', class: name, part: name, onClick }, inside)

export const writing = ({ state, labels, act }: View): Node | false | undefined =>
  state.config?.form.enabled && button('write', () => act.ask({ kind: 'form' }), labels.write)
