// Columns of pictures in their own aspect ratios. Tile heights are computed from width and height before the pictures load.
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
  /** The style sheet determines the number of columns. Tiles do not move while that number is unchanged. */
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
        // The ratio includes the gap below a tile. Otherwise columns of many small tiles would become longer.
        const each = { tile, ratio: width && height ? height / width + 0.05 : 1.05 }
        tiles.push(each)
        if (columns.length > 0) put(each)
      })
    },
  }
}
