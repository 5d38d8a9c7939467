// What lies behind a thing outdoors, from the forest to the beach. Painted on the soft layer only.

import type { Random } from '../random.ts'
import { all, bokeh, down, hill } from './brush.ts'
import { darker, ellipse, type Ink, type Light, lighter, mix, num, path, rect } from './ink.ts'
import { moods } from './moods.ts'

function sky(ink: Ink, random: Random, light: Light, horizon: number) {
  const [high, low] = random.pick(
    light.tint === moods.golden.tint
      ? [
          ['#6d8fb0', '#ffd9a0'],
          ['#8a7fa8', '#ffc48a'],
          ['#5f86a8', '#ffe3b5'],
        ]
      : light.tint === moods.overcast.tint
        ? [
            ['#aab6be', '#dfe4e4'],
            ['#9fabb4', '#d3d9db'],
          ]
        : [
            ['#6fa3cc', '#dcebf0'],
            ['#86b4d4', '#eef3ee'],
          ],
  ) as [string, string]
  ink.add(rect(-200, -200, 1300, horizon + 240, down(ink, high, low)))
  const x = light.side < 0 ? 140 : 760
  ink.add(
    ellipse(
      x,
      horizon - 180,
      420,
      340,
      ink.radial([
        [0, light.tint, 0.85],
        [0.4, light.tint, 0.3],
        [1, light.tint, 0],
      ]),
    ),
  )
  for (let cloud = 0; cloud < 4; cloud++) {
    const [cx, cy] = [random.between(-100, 1000), random.between(20, horizon - 200)]
    for (let puff = 0; puff < 5; puff++)
      ink.add(
        ellipse(
          cx + random.between(-110, 110),
          cy + random.between(-16, 16),
          random.between(60, 130),
          random.between(14, 30),
          '#ffffff',
          'opacity="0.32"',
        ),
      )
  }
  return low
}

function ridge(random: Random, y: number, height: number, step: number): string {
  let d = `M-200 ${num(y)}`
  for (let x = -200; x <= 1100; x += step) d += `L${x} ${num(y - height * random.next())}`
  return `${d}L1100 ${num(y)}V1100H-200Z`
}

export function forest(ink: Ink, random: Random, light: Light) {
  all(ink, down(ink, mix('#a9bf8d', light.tint, 0.5), '#3f5138'))
  ink.add(
    ellipse(
      light.side < 0 ? 200 : 700,
      230,
      520,
      430,
      ink.radial([
        [0, light.tint, 0.85],
        [1, light.tint, 0],
      ]),
    ),
  )
  for (let depth = 0; depth < 3; depth++) {
    const bark = mix(mix('#8fa182', light.tint, 0.3), '#2e2a22', depth * 0.42)
    for (let tree = 0; tree < 9 - depth * 2; tree++) {
      const x = random.between(-150, 1050)
      const width = random.between(16, 34) * (1 + depth * 0.9)
      ink.add(
        rect(
          x,
          -200,
          width,
          900,
          ink.linear(
            light.side < 0
              ? [
                  [0, lighter(bark, 0.3)],
                  [1, darker(bark, 0.4)],
                ]
              : [
                  [0, darker(bark, 0.4)],
                  [1, lighter(bark, 0.3)],
                ],
          ),
        ),
      )
    }
    bokeh(
      ink,
      random,
      ['#6d8a4d', '#93ad62', '#c9d68c', '#4d6b3f', light.tint],
      30,
      [-150, -100, 1050, 430],
      [20, 66 - depth * 8],
    )
  }
  for (let fern = 0; fern < 16; fern++)
    ink.add(
      ellipse(
        random.between(-100, 1000),
        random.between(560, 650),
        random.between(60, 150),
        random.between(20, 60),
        mix('#3e5733', '#7f9b55', random.next()),
        'opacity="0.85"',
      ),
    )
}

export function meadow(ink: Ink, random: Random, light: Light) {
  const haze = sky(ink, random, light, 470)
  ink.add(
    path(ridge(random, 470, 170, 110), mix('#7f93a3', haze, 0.55)),
    path(hill(random, 450, 70), mix('#7f9a74', haze, 0.35)),
  )
  for (let tree = 0; tree < 14; tree++)
    ink.add(
      ellipse(
        random.between(-150, 1050),
        480 + random.between(-16, 20),
        random.between(24, 60),
        random.between(20, 50),
        mix('#4b6840', haze, 0.2),
      ),
    )
  ink.add(path(hill(random, 530, 30), down(ink, mix('#93ab62', light.tint, 0.25), '#5c7a3f')))
  bokeh(ink, random, ['#f4e7b0', '#e9c46a', '#ffffff', '#d98e73'], 34, [-100, 560, 1000, 700], [4, 12])
}

export function lake(ink: Ink, random: Random, light: Light) {
  const haze = sky(ink, random, light, 430)
  for (const [y, height, share] of [
    [440, 300, 0.62],
    [450, 190, 0.4],
    [460, 110, 0.18],
  ] as const)
    ink.add(path(ridge(random, y, height, random.pick([90, 130, 170])), mix('#3c5160', haze, share)))
  ink.add(rect(-200, 455, 1300, 260, down(ink, mix(haze, '#6d8b98', 0.25), mix('#33505c', haze, 0.2))))
  for (let ripple = 0; ripple < 26; ripple++) {
    const y = 462 + 210 * random.next() ** 1.5
    ink.add(
      rect(
        random.between(-150, 950),
        y,
        random.between(60, 260),
        random.between(2, 6),
        random.chance(0.6) ? light.tint : '#27424d',
        3,
        'opacity="0.4"',
      ),
    )
  }
  ink.add(ellipse(light.side < 0 ? 150 : 750, 520, 130, 90, light.tint, 'opacity="0.4"'))
}

export function beach(ink: Ink, random: Random, light: Light) {
  const haze = sky(ink, random, light, 400)
  ink.add(rect(-200, 400, 1300, 180, down(ink, mix('#4d8ea0', haze, 0.35), mix('#8ec3c2', light.tint, 0.2))))
  for (let wave = 0; wave < 5; wave++)
    ink.add(
      path(
        `M-200 ${470 + wave * 26}q160 ${num(random.between(-12, 12))} 330 0t330 0t330 0t330 0v9h-1320z`,
        '#ffffff',
        'opacity="0.55"',
      ),
    )
  ink.add(path(hill(random, 590, 16), '#d9c4a0'))
}

export function garden(ink: Ink, random: Random, light: Light) {
  all(ink, down(ink, mix('#b7c99a', light.tint, 0.45), '#56703f'))
  const brick = random.chance(0.5)
  if (brick) {
    ink.add(rect(-200, -200, 1300, 760, '#a9674a'))
    for (let y = -180, row = 0; y < 560; y += 38, row++)
      for (let x = -260 + (row % 2) * 55; x < 1100; x += 110)
        ink.add(rect(x, y, 104, 32, mix('#b0694b', '#7f4934', random.next()), 3))
    all(
      ink,
      ink.linear(
        [
          [0, light.tint, 0.35],
          [1, '#000000', 0.3],
        ],
        light.side < 0 ? 0 : 1,
        0,
        light.side < 0 ? 1 : 0,
        0.5,
      ),
    )
  }
  bokeh(
    ink,
    random,
    ['#58763f', '#84a25a', '#b9cf83', light.tint],
    brick ? 30 : 70,
    [-150, brick ? 300 : -100, 1050, 620],
    [24, 74],
  )
  bokeh(ink, random, ['#e6a4a0', '#f1d27a', '#ffffff', '#b58ac0'], 26, [-150, 330, 1050, 600], [8, 24])
}

export function night(ink: Ink, random: Random, light: Light) {
  all(
    ink,
    ink.linear(
      [
        [0, '#0a1128'],
        [0.5, '#1d2a4a'],
        [0.62, '#3a3a58'],
      ],
      0,
      0,
      0,
      1,
    ),
  )
  for (let star = 0; star < 120; star++)
    ink.add(
      ellipse(
        random.between(-150, 1050),
        random.between(-150, 420),
        random.between(1, 3.4),
        random.between(1, 3.4),
        '#ffffff',
        `opacity="${num(random.between(0.3, 1))}"`,
      ),
    )
  for (let tree = 0; tree < 24; tree++) {
    const [x, height] = [random.between(-180, 1080), random.between(120, 330)]
    ink.add(path(`M${num(x - height / 5)} 620L${num(x)} ${num(620 - height)}L${num(x + height / 5)} 620Z`, '#0b1220'))
  }
  ink.add(rect(-200, 600, 1300, 500, '#141311'))
  const x = light.side < 0 ? 60 : 840
  ink.add(
    ellipse(
      x,
      640,
      640,
      430,
      ink.radial([
        [0, '#ff9d3c', 0.75],
        [0.35, '#d9641e', 0.3],
        [1, '#d9641e', 0],
      ]),
    ),
  )
  for (let flame = 0; flame < 7; flame++) {
    const [fx, height] = [x + random.between(-60, 60), random.between(60, 160)]
    ink.add(
      path(
        `M${num(fx - 22)} 660Q${num(fx - 30)} ${num(620 - height / 3)} ${num(fx)} ${num(650 - height)}Q${num(fx + 30)} ${num(620 - height / 3)} ${num(fx + 22)} 660Z`,
        random.pick(['#ffd36b', '#ffb03a', '#ff7d2a']),
        'opacity="0.9"',
      ),
    )
  }
  bokeh(ink, random, ['#ffb765', '#ff8f3f'], 18, [x - 160, 260, x + 160, 600], [2, 6])
}
