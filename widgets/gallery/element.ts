import { explain, read, type Shop } from '../api.ts'
import { button, markCut } from '../base/parts.ts'
import { ReservedWidget } from '../base/reserved-widget.ts'
import { loadConfig } from '../config.ts'
import { readLocale } from '../language.ts'
import { make } from '../make.ts'
import { atFirst } from '../script-tags.ts'
import { wear } from '../styles.ts'
import type { Gallery } from '../wire.ts'
import { spokenIn, type Wording } from './parts.ts'
import styles from './styles.css?inline'
import { failedView, loadingView, renderView } from './view.ts'

/** 24 photos fill complete rows of two, three, four or six. */
const atOnce = 24

export class GalleryElement extends ReservedWidget {
  static observedAttributes = ['gallery', 'store', 'locale', 'heading', 'limit']
  protected readonly styles = styles

  protected draw(): void {
    const { showAll } = spokenIn(readLocale(this)).texts
    markCut(this.place, this.isCut && button(showAll, () => this.reserve.release()))
  }

  protected async open(shop: Shop | undefined, signal: AbortSignal): Promise<void> {
    const id = this.getAttribute('gallery')
    if (!shop || !id) return this.place.replaceChildren()
    this.place.replaceChildren(loadingView(spokenIn(readLocale(this))))
    const config = (await loadConfig(shop).catch(explain)) ?? undefined
    const spoken = spokenIn(readLocale(this) ?? config?.defaultLocale)
    const page = (cursor?: string) =>
      read<Gallery>(
        shop,
        `galleries/${encodeURIComponent(id)}`,
        { locale: spoken.locale, limit: atFirst(this) || atOnce, includeTotal: true, cursor: cursor ?? null },
        signal,
      )
    const gallery = await page().catch((error: Error) => {
      if (!signal.aborted) explain(error)
      // A gallery that is unpublished or not in the plan is rendered like an empty one. Other errors may be temporary.
      return /not_found|validation|forbidden|expired|required/.test(String(error.cause)) ? null : undefined
    })
    // The form is loaded before the first rendering, so nothing moves later.
    const form = gallery?.leadForm ? await this.#formOf(shop, gallery, spoken).catch(explain) : undefined
    if (signal.aborted) return
    if (gallery === undefined) this.place.replaceChildren(failedView(spoken, config?.theme, () => this.reopen()))
    else if (gallery === null || (gallery.items.length === 0 && !form)) this.place.replaceChildren(make('div'))
    else {
      const title = this.getAttribute('heading') || gallery.title
      const { element, arrange } = renderView({ ...gallery, title }, spoken, config?.theme, {
        page,
        wear: (looks) => wear(this.root, looks),
      })
      if (form) element.append(form)
      this.place.replaceChildren(element)
      arrange()
    }
    // Without photos the reserved space would be an empty gap.
    if (gallery === null || gallery?.items.length === 0) this.reserve.release()
    else this.reserve.settle()
  }

  async #formOf(shop: Shop, { id, leadForm: form }: Gallery, { locale, language }: Wording) {
    if (!form) return undefined
    const { renderLeadForm, looks } = await import('./lead-form.ts')
    wear(this.root, looks)
    return renderLeadForm({ make, read }, { id, shop, form, locale, language })
  }
}
