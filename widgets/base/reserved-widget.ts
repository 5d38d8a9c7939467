import { type ReservedHeight, reserveHeight } from '../reserved-height.ts'
import { Widget } from './widget.ts'

export abstract class ReservedWidget extends Widget {
  protected readonly place = this.root.appendChild(document.createElement('div'))
  declare protected reserve: ReservedHeight
  protected isCut = false

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
