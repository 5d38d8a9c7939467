// Jackets, knitwear and boots, in local coordinates.

import type { Subject } from '../goods.ts'
import type { Random } from '../random.ts'
import { darker, ellipse, group, type Ink, type Light, lighter, line, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'

/** The outline of a jacket on a hook, which coats and fleeces share. */
function hung(ink: Ink, colour: string, light: Light) {
  ink.add(line('M0 -700v64', '#3a332b', 10), ellipse(0, -706, 15, 15, ink.round('#8a6440')))
  const left = 'M-120 -560C-220 -530 -250 -300 -268 -110L-196 -96C-190 -220 -176 -330 -150 -390Z'
  const right = 'M120 -560C220 -530 250 -300 268 -110L196 -96C190 -220 176 -330 150 -390Z'
  ink.add(
    path(left, ink.round(light.side < 0 ? tone(colour, light, 0.08) : darker(colour, 0.22))),
    path(right, ink.round(light.side < 0 ? darker(colour, 0.22) : tone(colour, light, 0.08))),
  )
  ink.add(
    path(
      'M-118 -566Q-60 -600 0 -600T118 -566C160 -400 176 -180 178 6Q0 36 -178 6C-176 -180 -160 -400 -118 -566Z',
      ink.round(colour, 0.8),
    ),
  )
  for (const x of [-110, -60, 70, 120])
    ink.add(line(`M${x} -420C${x * 1.15} -260 ${x * 1.2} -120 ${x * 1.16} 4`, darker(colour, 0.5), 7, 'opacity="0.16"'))
}

const jacket: Sitter = {
  places: ['rail', 'cabinRail'],
  reach: 200,
  height: 640,
  hangs: true,
  draw(ink, colour, random, light) {
    hung(ink, colour, light)
    const collar = random.pick(['#5b4230', darker(colour, 0.45), '#3f3a33'])
    ink.add(
      path('M-104 -588Q0 -520 104 -588L78 -520Q0 -470 -78 -520Z', ink.flat(collar)),
      line('M-90 -570Q0 -508 90 -570', lighter(collar, 0.25), 3, 'opacity="0.5"'),
    )
    ink.add(
      line('M4 -492C8 -300 8 -150 4 14', '#c9b27c', 8),
      line('M4 -492C8 -300 8 -150 4 14', '#7d6a3c', 3, 'stroke-dasharray="5 5"'),
    )
    for (const x of [-150, 36])
      ink.add(
        rect(x, -196, 112, 122, ink.flat(darker(colour, 0.08)), 8),
        path(`M${x - 4} -204h120v34q-60 22 -120 0z`, ink.flat(lighter(colour, 0.06))),
        ellipse(x + 56, -178, 6, 6, '#c9b27c'),
      )
    ink.add(
      rect(40, -400, 92, 12, darker(colour, 0.5), 5, 'transform="rotate(-6 80 -394)"'),
      line('M-172 -14Q0 16 172 -14', '#000000', 2.4, 'opacity="0.3" stroke-dasharray="8 6"'),
    )
    for (const y of [-430, -330, -230, -130, -30]) ink.add(ellipse(-16, y, 7, 7, '#a58d55'))
  },
}

const fleece: Sitter = {
  places: ['rail', 'cabinRail'],
  reach: 200,
  height: 640,
  hangs: true,
  draw(ink, colour, random, light) {
    hung(ink, colour, light)
    // The pile: many small curls, lighter on the lit side.
    const curls = Array.from({ length: 520 }, () => {
      const t = random.next()
      const half = 118 + 56 * t
      return `M${num(random.between(-half, half))} ${num(-570 + 565 * t)}q5 -7 10 0`
    })
    ink.add(
      line(curls.slice(0, 260).join(''), lighter(colour, 0.7), 3, 'opacity="0.55"'),
      line(curls.slice(260).join(''), darker(colour, 0.4), 3, 'opacity="0.28"'),
    )
    const trim = random.pick(['#7d5a3a', '#51606b', '#5d6b4a'])
    ink.add(
      path('M-100 -590Q0 -540 100 -590L88 -650Q0 -610 -88 -650Z', ink.flat(trim)),
      line('M0 -600V16', trim, 16),
      line('M0 -600V16', '#d8cfc0', 3, 'stroke-dasharray="4 5"'),
      rect(34, -440, 96, 116, ink.flat(trim), 8),
      line('M40 -416h84', '#e9e1d2', 4),
    )
    ink.add(line('M-178 2Q0 34 178 2', trim, 16), line('M-266 -112l70 14M266 -112l-70 14', trim, 16))
  },
}

const beanie: Sitter = {
  places: ['flatWood', 'flatLinen', 'flatStone'],
  reach: 240,
  height: 0,
  scale: 1.08,
  draw(ink, colour, random, light) {
    const shapes = [
      path(
        'M-230 130C-250 -130 -150 -290 0 -290S250 -130 230 130Z',
        '#1d130d',
        'opacity="0.4" transform="translate(14 22)"',
      ),
      path('M-226 120C-244 -130 -150 -286 0 -286S244 -130 226 120Z', ink.round(colour, 0.9)),
      ...ribs(
        colour,
        -200,
        200,
        (x) => `M${num(x)} 110C${num(x * 0.98)} -60 ${num(x * 0.62)} -200 ${num(x * 0.14)} -276`,
      ),
      path('M-250 60Q0 20 250 60L246 214Q0 250 -246 214Z', ink.round(lighter(colour, 0.06), 0.9)),
      ...ribs(
        colour,
        -232,
        232,
        (x) =>
          `M${num(x)} ${num(52 - 22 * (1 - (x / 240) ** 2))}L${num(x * 0.985)} ${num(220 + 22 * (1 - (x / 240) ** 2))}`,
      ),
      rect(120, 118, 76, 44, ink.flat('#8a6440'), 4),
      line('M136 140h44', '#e9d8b4', 4),
    ]
    ink.add(group(`rotate(${num(random.between(-22, 22))})`, shapes))
    sprig(ink, random, light, random.pick([-300, 290]), random.between(-240, 240))
  },
}

function ribs(colour: string, from: number, to: number, d: (x: number) => string): string[] {
  const xs = Array.from({ length: 23 }, (_, index) => from + ((to - from) * index) / 22)
  return [
    line(xs.map(d).join(''), darker(colour, 0.4), 4, 'opacity="0.55"'),
    line(xs.map((x) => d(x + 7)).join(''), lighter(colour, 0.45), 3, 'opacity="0.3"'),
  ]
}

/** A twig, to fill a corner. */
function sprig(ink: Ink, random: Random, light: Light, x: number, y: number) {
  const green = random.pick(['#6f8a6a', '#5c7a3f', '#8a9a78', '#a07a45'])
  const shapes = [line('M0 130Q16 0 -6 -150', darker(green, 0.3), 5)]
  for (let leaf = 0; leaf < 13; leaf++) {
    const side = leaf % 2 ? 1 : -1
    shapes.push(
      path(
        'M0 0Q26 -20 60 -6Q34 16 0 0Z',
        tone(green, light, random.between(-0.25, 0.25)),
        `transform="translate(4 ${110 - leaf * 20}) rotate(${side > 0 ? -34 : 214})"`,
      ),
    )
  }
  ink.add(
    group(`translate(${num(x + 8)} ${num(y + 12)}) rotate(${num(random.between(-60, 60))})`, [
      '<g opacity="0.3">',
      line('M0 130Q16 0 -6 -150', '#1d130d', 26),
      '</g>',
    ]),
  )
  ink.add(group(`translate(${num(x)} ${num(y)}) rotate(${num(random.between(-60, 60))})`, shapes))
}

const socks: Sitter = {
  places: ['flatLinen', 'flatWood', 'flatStone'],
  reach: 240,
  height: 0,
  draw(ink, colour, random, light) {
    const outline = 'M-70 -330H70V60Q72 96 110 120L250 196Q300 232 262 282Q236 306 190 294L-10 232Q-66 208 -70 130Z'
    const sock = (tint: string) => [
      path(outline, '#1d130d', 'opacity="0.38" transform="translate(12 18)"'),
      path(outline, ink.flat(tint, 0.9)),
      path('M-70 -330H70V-230H-70Z', darker(tint, 0.12)),
      line(
        Array.from({ length: 14 }, (_, index) => `M${-62 + index * 9.6} -328V-232`).join(''),
        darker(tint, 0.45),
        2.4,
        'opacity="0.6"',
      ),
      path('M-70 60Q0 40 30 110Q10 190 -40 214Q-68 190 -70 130Z', ink.flat(lighter(tint, 0.32))),
      path('M222 182L250 196Q300 232 262 282Q236 306 190 294L180 290Q196 220 222 182Z', ink.flat(lighter(tint, 0.32))),
      rect(-70, -206, 140, 17, '#c8962e'),
      rect(-70, -178, 140, 9, '#e9e1d2'),
      line(
        Array.from({ length: 9 }, (_, index) => `M-64 ${-150 + index * 24}H64`).join(''),
        darker(tint, 0.4),
        1.6,
        'opacity="0.25"',
      ),
    ]
    const angle = random.between(-20, 20)
    ink.add(
      group(`translate(-130 -20) rotate(${num(angle - 14)})`, sock(darker(colour, 0.1))),
      group(`translate(60 10) rotate(${num(angle + 8)})`, sock(colour)),
    )
    sprig(ink, random, light, random.pick([-330, 320]), -220)
  },
}

const boots: Sitter = {
  places: ['hall', 'cabin', 'forest', 'lake', 'garden'],
  reach: 260,
  height: 330,
  scale: 1.02,
  draw(ink, colour, _random, light) {
    const boot = (tint: string) => [
      path('M-120 -22V10Q-118 22 -100 22H214Q252 20 250 -6Q246 -30 220 -34L-110 -40Z', '#2b2622'),
      line(Array.from({ length: 15 }, (_, index) => `M${-108 + index * 24} 10v14`).join(''), '#151210', 9),
      rect(-118, -44, 362, 13, ink.round('#c2a878'), 6),
      path(
        'M-116 -42C-126 -130 -112 -240 -108 -318Q-40 -340 34 -318C36 -250 40 -206 70 -170C120 -130 226 -140 244 -72Q248 -50 240 -42Z',
        ink.linear(
          [
            [0, tone(tint, light, 0.26)],
            [0.5, tone(tint, light, 0)],
            [1, tone(tint, light, -0.42)],
          ],
          light.side < 0 ? 0 : 1,
          0,
          light.side < 0 ? 1 : 0,
          0.8,
        ),
      ),
      path('M-112 -320Q-40 -346 38 -320L36 -286Q-40 -310 -110 -286Z', ink.flat(darker(tint, 0.35))),
      path('M140 -138C200 -136 240 -120 244 -72Q248 -50 240 -42H150Q120 -90 140 -138Z', ink.flat(darker(tint, 0.14))),
      path('M20 -300C22 -220 40 -180 76 -150L130 -140L96 -176C60 -206 52 -250 52 -300Z', darker(tint, 0.42)),
      line(
        Array.from(
          { length: 6 },
          (_, index) => `M${14 + index * 9 + (index > 3 ? 10 : 0)} ${-284 + index * 25}l38 -10`,
        ).join(''),
        '#c8962e',
        6,
      ),
      line(
        'M-108 -200Q-40 -184 30 -206M-114 -110Q-30 -90 60 -140',
        darker(tint, 0.5),
        2.6,
        'opacity="0.6" stroke-dasharray="7 5"',
      ),
    ]
    ink.add(group('translate(-128 -26) scale(0.94)', boot(darker(colour, 0.2))), group('translate(30 0)', boot(colour)))
  },
}

const wellies: Sitter = {
  places: ['garden', 'hall', 'meadow', 'cabin'],
  reach: 240,
  height: 440,
  scale: 0.98,
  draw(ink, colour, random, light) {
    const welly = (tint: string) => [
      path('M-108 -20V8Q-106 18 -90 18H180Q214 16 212 -8Q208 -30 186 -32L-100 -36Z', '#22261e'),
      path(
        'M-104 -36C-112 -150 -110 -300 -112 -430H56C58 -300 54 -210 78 -160C120 -128 196 -130 206 -66Q208 -44 200 -34Z',
        ink.round(tint, 1.1),
      ),
      path('M-114 -436H58V-404H-114Z', ink.round(darker(tint, 0.3))),
      ellipse(-28, -436, 86, 12, darker(tint, 0.6)),
      path('M128 -132C176 -126 202 -108 206 -66Q208 -44 200 -34H134Q116 -80 128 -132Z', ink.round(darker(tint, 0.16))),
      line('M-106 -100Q-20 -80 60 -118', darker(tint, 0.5), 4, 'opacity="0.5"'),
      rect(-96, -376, 46, 28, '#e9e1d2', 3, 'opacity="0.85"'),
      rect(light.side < 0 ? -84 : 14, -330, 17, 200, '#ffffff', 8, 'opacity="0.2"'),
    ]
    const mud = Array.from({ length: 22 }, () =>
      ellipse(
        random.between(-100, 190),
        random.between(-46, -8),
        random.between(3, 9),
        random.between(2, 6),
        '#5b4630',
        'opacity="0.7"',
      ),
    )
    ink.add(
      group('translate(-120 -30) scale(0.94)', welly(darker(colour, 0.18))),
      group('translate(36 0)', [...welly(colour), ...mud]),
    )
  },
}

export const clothing: Partial<Record<Subject, Sitter>> = { jacket, fleece, beanie, socks, boots, wellies }
