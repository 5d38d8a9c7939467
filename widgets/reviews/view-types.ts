// What the parts of the tree are handed, and the buttons that several of them have.
import { h, type VNode } from 'preact'
import type { Review } from '../wire.ts'
import type { ListOptions, State } from './feed.ts'
import type { Labels } from './labels.ts'

/** What `h` gives for an element of HTML, whatever its attributes. */
// biome-ignore lint/suspicious/noExplicitAny: Preact's types let no VNode of other attributes pass
export type Node = VNode<any>

export type Actions = {
  choose(change: Partial<ListOptions>): void
  more(): void
  retry(): void
  write(): void
  report(review: Review): void
  look(review: Review, index: number): void
  unfold(review: Review): void
  /** Lets the widget grow beyond the place that was kept for it. */
  release(): void
}

export type View = {
  state: State
  labels: Labels
  act: Actions
  /** Long texts that were opened. */
  unfolded: ReadonlySet<string>
  /** More is there than fits the place kept for it. */
  isCut: boolean
  dialog: Node | null
}

export const button = (name: string, onClick: () => void, ...inside: (Node | string)[]): Node =>
  h('button', { type: 'button', class: name, part: name, onClick }, inside)

export const writing = ({ state, labels, act }: View): Node | false =>
  !!state.config?.form.enabled && button('write', act.write, labels.write)
