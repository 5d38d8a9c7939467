const paths = {
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5',
  star: 'M12 4.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z',
  upload: 'M12 16V5m-4 4 4-4 4 4M5 15v3a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 18v-3',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zm0 0 8 4 8-4m-8 4v8',
  receipt: 'M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.5 19c.4-3 2.6-4.8 5.5-4.8s5.1 1.8 5.5 4.8M15.5 5a3 3 0 0 1 0 5.8M17 14.6c2 .6 3.2 2.2 3.5 4.4',
  sliders: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  gear: 'M12 4l7 4v8l-7 4-7-4V8zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11m0-11-11 11',
  flag: 'M6 20V5m0 0c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  eye: 'M3 12s3.2-6 9-6 9 6 9 6-3.2 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  eyeOff:
    'M4.5 4.5l15 15M9.5 6.4A9 9 0 0 1 12 6c5.8 0 9 6 9 6a15 15 0 0 1-2.6 3.3M6.3 8A15 15 0 0 0 3 12s3.2 6 9 6a9 9 0 0 0 3.9-.9M10.2 10.2a2.5 2.5 0 0 0 3.5 3.5',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4',
  chevronDown: 'M7 10l5 5 5-5',
  chevronRight: 'M10 7l5 5-5 5',
  back: 'M14 7l-5 5 5 5',
  lock: 'M7 11V8.5a5 5 0 0 1 10 0V11M6 11h12v8.5H6z',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  trash: 'M5 7h14M10 7V4.5h4V7m-7 0 .8 12.5h8.4L17 7M10.5 11v5m3-5v5',
  pencil: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  reply: 'M10 6l-5 5 5 5m-5-5h9a5 5 0 0 1 5 5v2',
  photo: 'M4 6h16v12H4zm0 9 4-4 4 4 3-3 5 5M15.5 10h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  key: 'M8.5 15.5a4 4 0 1 1 3.9-5H20v4h-3v-1.5h-4.6a4 4 0 0 1-3.9 2.5zM8 11.5h.01',
  store: 'M5 10v9.5h14V10M4 10l1.5-5.5h13L20 10a2.6 2.6 0 0 1-5.3 0 2.6 2.6 0 0 1-5.3 0A2.6 2.6 0 0 1 4 10z',
  log: 'M12 7.5V12l3 2M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.5m0-4v4h4',
  link: 'M10 14l4-4m-6.5.5-1.8 1.8a3.6 3.6 0 0 0 5.1 5.1l1.8-1.8m4-4 1.8-1.8a3.6 3.6 0 0 0-5.1-5.1L9.5 6',
  rotate: 'M19 12a7 7 0 1 1-2-5l2 2m0-4.5V9h-4.5',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  external: 'M13 5h6v6m0-6-8 8M17 14v5H5V7h5',
  download: 'M12 4v11m-4-4 4 4 4-4M5 17v2.5h14V17',
  keyboard: 'M3.5 6.5h17v11h-17zM7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14h8',
  warning: 'M12 4.5l8.5 15h-17zM12 10v4.5m0 2.5h.01',
  out: 'M14 7V4.5H5v15h9V17m-4-5h10m-3-3 3 3-3 3',
  send: 'M20 4 10.5 13.5M20 4l-6 16-3.5-6.5L4 10z',
  mail: 'M4 6h16v12H4zm0 1 8 6 8-6',
  inbox: 'M4 13l2.5-7.5h11L20 13v5.5H4zm0 0h5l1 2.5h4l1-2.5h5',
  clock: 'M12 7.5V12l3 2m5-2a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  ban: 'M6.5 6.5l11 11m2.5-5.5a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  ticket: 'M3.5 7.5h17v3a1.8 1.8 0 0 0 0 3.5v3h-17v-3a1.8 1.8 0 0 0 0-3.5zM14 7.5v2M14 11.5v1M14 14.5v2',
  gift: 'M4.5 12v7.5h15V12M3.5 8.5h17V12h-17zM12 8.5v11M12 8.5c-2 0-4.5-.8-4.5-2.6S11 3.8 12 8.5c1-4.7 4.5-4.4 4.5-2.6S14 8.5 12 8.5z',
  chart: 'M5 19.5h14M7.5 16v-4M12 16V6M16.5 16V9.5',
  globe:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM4.5 12h15M12 4c2.4 2.2 3.6 4.9 3.6 8s-1.2 5.8-3.6 8c-2.4-2.2-3.6-4.9-3.6-8s1.2-5.8 3.6-8z',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  plus: 'M12 5.5v13M5.5 12h13',
  grip: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  up: 'M12 19V6m-5.5 5.5L12 6l5.5 5.5',
  down: 'M12 5v13m-5.5-5.5L12 18l5.5-5.5',
} as const

export type IconName = keyof typeof paths

/** Icons are decorative. The text beside the icon or the button's name carries the meaning. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'grip' ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
