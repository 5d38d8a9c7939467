import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { Widget } from './widget.ts'

/** A widget whose content moves nothing in view. */
export abstract class ReservedWidget extends Widget {
  protected readonly place = this.root.appendChild(document.createElement('div'))
  /** Set before the first opening. */
  declare protected reserve: ReservedHeight
  /** The content exceeds its reserved height. */
  protected isCut = false

  /** Runs when `isCut` changed. */
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
