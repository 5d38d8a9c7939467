import type { ReactNode } from 'react'
import type { WidgetName } from './search.ts'

const five = [0, 1, 2, 3, 4]

const Star = ({ x, y, size = 1 }: { x: number; y: number; size?: number }) => (
  <path
    className="fill-star"
    transform={`translate(${x} ${y}) scale(${size})`}
    d="M0-4l1.2 2.6 2.8.3-2.1 1.9.6 2.8L0 2.2l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z"
  />
)
const Stars = ({ x, y, size = 0.75 }: { x: number; y: number; size?: number }) =>
  five.map((n) => <Star key={n} x={x + n * 8 * size} y={y} size={size} />)
const Line = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <rect className="fill-line-strong" opacity={0.55} x={x} y={y} width={width} height={2.4} rx={1.2} />
)
const Box = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => (
  <rect
    className="fill-surface stroke-line-strong"
    strokeOpacity={0.5}
    x={x}
    y={y}
    width={width}
    height={height}
    rx={2.5}
  />
)
const Button = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <rect className="fill-accent" x={x} y={y} width={width} height={6} rx={2} />
)
/** A photo of hills under a sun. */
const Photo = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <g transform={`translate(${x} ${y}) scale(${size / 16})`}>
    <rect className="fill-accent-wash" width={16} height={16} rx={2} />
    <circle className="fill-star" cx={11.5} cy={4.5} r={2} />
    <path className="fill-accent" opacity={0.7} d="M0 14v-2l4.5-5 4 4.5 2.5-2.5 5 5v0a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2z" />
  </g>
)

const pictures: Record<WidgetName, ReactNode> = {
  reviews: (
    <>
      <Stars x={10} y={10} />
      {[0, 1, 2].map((n) => (
        <rect key={n} className="fill-star" x={42} y={6 + n * 3.5} width={15 - n * 5} height={2} rx={1} />
      ))}
      <Box x={6} y={19} width={24} height={17} />
      <Box x={34} y={19} width={24} height={17} />
      <Line x={9} y={24} width={16} />
      <Line x={9} y={29} width={11} />
      <Line x={37} y={24} width={13} />
      <Line x={37} y={29} width={17} />
    </>
  ),
  stars: (
    <>
      <Line x={10} y={11} width={34} />
      <Stars x={14} y={23} size={1} />
    </>
  ),
  form: (
    <>
      <Stars x={11} y={9} />
      <Box x={7} y={15} width={50} height={12} />
      <Line x={11} y={19} width={26} />
      <Button x={7} y={31} width={18} />
    </>
  ),
  faq: [8, 18, 28].map((y) => (
    <g key={y}>
      <Box x={7} y={y - 3} width={50} height={8} />
      <Line x={11} y={y - 0.2} width={30 - y / 2} />
      <path className="fill-none stroke-accent" strokeWidth={1.4} d={`M49 ${y}l2 2 2-2`} />
    </g>
  )),
  gallery: (
    <>
      <Photo x={6} y={5} size={30} />
      <Photo x={40} y={5} size={14} />
      <Photo x={40} y={21} size={14} />
    </>
  ),
  photos: [4, 19, 34, 49].map((x) => <Photo key={x} x={x} y={13} size={13} />),
  loyalty: (
    <>
      <circle className="fill-accent" cx={18} cy={20} r={11} />
      <Star x={18} y={20} size={1.5} />
      <Line x={35} y={13} width={20} />
      <Line x={35} y={19} width={14} />
      <Button x={35} y={25} width={17} />
    </>
  ),
  carousel: (
    <>
      <Box x={14} y={6} width={36} height={28} />
      <Stars x={20} y={13} />
      <Line x={18} y={20} width={28} />
      <Line x={18} y={25} width={20} />
      <path className="fill-none stroke-accent" strokeWidth={1.6} d="M8 16l-4 4 4 4M56 16l4 4-4 4" />
    </>
  ),
  badge: (
    <>
      <Box x={6} y={11} width={52} height={18} />
      <Star x={15} y={20} size={1.3} />
      <Stars x={26} y={17} size={0.7} />
      <Line x={24} y={22} width={26} />
    </>
  ),
  tab: (
    <>
      <Line x={8} y={9} width={30} />
      <Line x={8} y={15} width={22} />
      <Line x={8} y={21} width={26} />
      <rect className="fill-accent" x={52} y={8} width={12} height={24} rx={3} />
      <Star x={58} y={20} size={0.9} />
    </>
  ),
}

/** A small drawing of a widget in the colors of the brand. It is decorative, because the name is beside it. */
export function WidgetPicture({ name }: { name: WidgetName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 40" className="h-7 w-auto shrink-0 rounded-md bg-surface ring-1 ring-line">
      {pictures[name]}
    </svg>
  )
}
