import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { Widget } from './widget.ts'

/** A widget whose content never moves what the visitor is viewing. */
export abstract class ReservedWidget extends Widget {
  protected readonly place = this.root.appendChild(document.createElement('div'))
  /** Subclasses set this before the first opening. */
  declare protected reserve: ReservedHeight
  /** True if the content exceeds its reserved height. */
  protected isCut = false

  /** Runs after `isCut` has changed. */
  protected abstract draw(): void

  protected override reopen(): void {
    this.place.className = 'place'
    this.reserve ??= reserveHeight(this, this.place, (isCut) => {
      this.isCut = isCut
      this.draw()
    })
    super.reopen()
  }
}
