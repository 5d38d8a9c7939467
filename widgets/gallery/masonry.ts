// Columns of pictures in their own shapes. How high each will be follows from its width and height, before it has arrived.
import { make } from '../make.ts'

type Shape = { width: number | null; height: number | null }

export function masonry(list: HTMLElement) {
  const tiles: { tile: HTMLElement; ratio: number }[] = []
  let columns: { place: HTMLElement; height: number }[] = []

  const put = ({ tile, ratio }: (typeof tiles)[number]) => {
    const shortest = columns.reduce((least, column) => (column.height < least.height - 0.001 ? column : least))
    shortest.place.append(tile)
    shortest.height += ratio
  }
  /** The style sheet says how many columns fit; what stands in them already keeps its place while their number stays. */
  const arrange = () => {
    const count = list.clientWidth === 0 ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
    if (count === columns.length) return
    const focused = (list.getRootNode() as ShadowRoot).activeElement
    columns = Array.from({ length: count }, () => ({ place: make('ul', { role: 'list' }), height: 0 }))
    list.replaceChildren(...columns.map(({ place }) => make('li', { class: 'column' }, place)))
    for (const each of tiles) put(each)
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true })
  }
  new ResizeObserver(arrange).observe(list)
  return {
    arrange,
    add(some: readonly HTMLElement[], shapes: readonly Shape[]) {
      some.forEach((tile, i) => {
        const { width, height } = shapes[i] as Shape
        // The gap below counts as a part of the column, or many small ones would make it longer.
        const each = { tile, ratio: width && height ? height / width + 0.05 : 1.05 }
        tiles.push(each)
        if (columns.length > 0) put(each)
      })
    },
  }
}
