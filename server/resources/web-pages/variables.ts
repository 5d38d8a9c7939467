// Accepted values are safe in a style sheet.
import { invalidField } from '#platform/values/errors.ts'

type Sort = 'color' | 'length' | 'font'

export const variables: Readonly<Record<string, Sort>> = {
  '--evident-accent': 'color',
  '--evident-on-accent': 'color',
  '--evident-background': 'color',
  '--evident-border': 'color',
  '--evident-danger': 'color',
  '--evident-font': 'font',
  '--evident-gap': 'length',
  '--evident-muted': 'color',
  '--evident-radius': 'length',
  '--evident-reserve': 'length',
  '--evident-star': 'color',
  '--evident-star-empty': 'color',
  '--evident-surface': 'color',
  '--evident-text': 'color',
}

const expected: Record<Sort, string> = {
  color: 'must be a colour such as #43552f, rgb(67 85 47) or olive',
  length: 'must be a length such as 10px or 0.5rem',
  font: "must be names of fonts such as Georgia, 'Times New Roman', serif",
}

export function readVariables(said: Readonly<Record<string, string>> = {}): Record<string, string> {
  for (const [name, value] of Object.entries(said)) {
    const sort = Object.hasOwn(variables, name) ? variables[name] : undefined
    const path = `/variables/${name}`
    if (sort === undefined) throw invalidField(path, `must be one of ${Object.keys(variables).join(', ')}`)
    if (!isA[sort](value.trim())) throw invalidField(path, expected[sort])
  }
  return Object.fromEntries(Object.keys(variables).flatMap((name) => toEntries(name, said[name])))
}

const toEntries = (name: string, value: string | undefined) => (value === undefined ? [] : [[name, value.trim()]])

const number = '[+-]?(?:\\d{1,6}(?:\\.\\d{1,6})?|\\.\\d{1,6})'
const channel = `(?:${number}(?:%|deg|grad|rad|turn)?|none)`
const separator = '(?: *, *| +)'
const color = new RegExp(
  `^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( *${channel}${separator}${channel}${separator}${channel}(?:(?: *, *| */ *)${channel})? *\\))$`,
  'i',
)
const length = new RegExp(`^(?:0|${number}(?:px|rem|em|ex|ch|lh|rlh|vw|vh|vi|vb|vmin|vmax|cqi|%|pt|pc|mm|cm|in))$`, 'i')
/** Allows letters of any script, because font names contain them, and no character that ends a string or a declaration. */
const family = `(?:'[\\p{L}\\p{M}\\p{N} _.-]+'|"[\\p{L}\\p{M}\\p{N} _.-]+"|-?[\\p{L}_][\\p{L}\\p{M}\\p{N}_-]*(?: [\\p{L}_][\\p{L}\\p{M}\\p{N}_-]*)*)`
const font = new RegExp(`^${family}(?: *, *${family})*$`, 'u')

const isA: Record<Sort, (value: string) => boolean> = {
  color: (value) => color.test(value) || namedColors.has(value.toLowerCase()),
  length: (value) => length.test(value),
  font: (value) => font.test(value),
}

const namedColors = new Set(
  `transparent currentcolor aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue
  darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite
  forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory
  khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen
  lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime
  limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive
  olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
  powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
  slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen`.split(/\s+/),
)
