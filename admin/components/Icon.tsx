const paths = {
  star: 'M12 4.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z',
  upload: 'M12 16V5m-4 4 4-4 4 4M5 15v3a1.500 1.500 0 0 0 1.500 1.500h11A1.500 1.500 0 0 0 19 18v-3',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zm0 0 8 4 8-4m-8 4v8',
  receipt: 'M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6',
  people:
    'M9 11a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM3.500 19c.4-3 2.600-4.800 5.500-4.800s5.100 1.800 5.500 4.800M15.500 5a3 3 0 0 1 0 5.800M17 14.600c2 .6 3.200 2.200 3.500 4.400',
  sliders: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.500v5M9 14.500v5',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M6.500 6.500l11 11m0-11-11 11',
  flag: 'M6 20V5m0 0c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  search: 'M11 17.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM16 16l4 4',
  chevronDown: 'M7 10l5 5 5-5',
  chevronRight: 'M10 7l5 5-5 5',
  back: 'M14 7l-5 5 5 5',
  lock: 'M7 11V8.500a5 5 0 0 1 10 0V11M6 11h12v8.500H6z',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  trash: 'M5 7h14M10 7V4.500h4V7m-7 0 .8 12.500h8.400L17 7M10.500 11v5m3-5v5',
  pencil: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  reply: 'M10 6l-5 5 5 5m-5-5h9a5 5 0 0 1 5 5v2',
  photo: 'M4 6h16v12H4zm0 9 4-4 4 4 3-3 5 5M15.500 10h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  key: 'M8.500 15.500a4 4 0 1 1 3.900-5H20v4h-3v-1.500h-4.600a4 4 0 0 1-3.900 2.500zM8 11.500h.01',
  store:
    'M5 10v9.500h14V10M4 10l1.500-5.500h13L20 10a2.600 2.600 0 0 1-5.300 0 2.600 2.600 0 0 1-5.300 0A2.600 2.600 0 0 1 4 10z',
  log: 'M12 7.500V12l3 2M4.500 12a7.500 7.500 0 1 0 2.400-5.500L4.500 8.500m0-4v4h4',
  link: 'M10 14l4-4m-6.500.500-1.800 1.800a3.600 3.600 0 0 0 5.100 5.100l1.800-1.800m4-4 1.800-1.800a3.600 3.600 0 0 0-5.100-5.100L9.500 6',
  rotate: 'M19 12a7 7 0 1 1-2-5l2 2m0-4.500V9h-4.500',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  external: 'M13 5h6v6m0-6-8 8M17 14v5H5V7h5',
  download: 'M12 4v11m-4-4 4 4 4-4M5 17v2.500h14V17',
  keyboard: 'M3.500 6.500h17v11h-17zM7 10h.01M10.300 10h.01M13.700 10h.01M17 10h.01M8 14h8',
  warning: 'M12 4.500l8.500 15h-17zM12 10v4.500m0 2.500h.01',
  out: 'M14 7V4.500H5v15h9V17m-4-5h10m-3-3 3 3-3 3',
  send: 'M20 4 10.500 13.500M20 4l-6 16-3.500-6.500L4 10z',
  mail: 'M4 6h16v12H4zm0 1 8 6 8-6',
  inbox: 'M4 13l2.500-7.500h11L20 13v5.500H4zm0 0h5l1 2.500h4l1-2.500h5',
  clock: 'M12 7.500V12l3 2m5-2a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  ban: 'M6.500 6.500l11 11m2.500-5.500a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  moon: 'M19 14.500A7.500 7.500 0 0 1 9.500 5a7.500 7.500 0 1 0 9.500 9.500z',
  ticket: 'M3.5 7.5h17v3a1.8 1.8 0 0 0 0 3.500v3h-17v-3a1.8 1.8 0 0 0 0-3.500zM14 7.500v2M14 11.500v1M14 14.500v2',
  gift: 'M4.500 12v7.500h15V12M3.500 8.500h17V12h-17zM12 8.500v11M12 8.500c-2 0-4.500-.8-4.500-2.600S11 3.800 12 8.500c1-4.700 4.500-4.400 4.500-2.600S14 8.500 12 8.500z',
  chart: 'M5 19.500h14M7.500 16v-4M12 16V6M16.500 16V9.500',
  plus: 'M12 5.500v13M5.500 12h13',
} as const

export type IconName = keyof typeof paths

/** Decoration only: what an icon means is always said in words beside it, or in its button's name. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
