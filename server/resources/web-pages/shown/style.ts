// Style of served pages. It is readable in light and dark mode and in both text directions. The widgets' variables set its
// colours.
import { readableColorOn, readableRatio, textColorOn } from '#platform/values/contrast.ts'
import { writeHeaderStyle } from '#resources/email-branding/header-rules.ts'
import { limits } from '#resources/galleries/schema.ts'

const light = {
  text: '#1d1f1c',
  muted: '#5b5f58',
  background: '#fdfdfb',
  surface: '#f3f3ee',
  border: '#dcdcd4',
  accent: '#1d4ed8',
  star: '#cf7500',
}
const dark = {
  text: '#eceeea',
  muted: '#b3b7af',
  background: '#161815',
  surface: '#20231f',
  border: '#3d413b',
  accent: '#93b4ff',
  star: '#ffb83d',
}

const declared = (colors: Record<string, string>) =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** A store that sets one of these colours gets one scheme only, because its colour would be unreadable in the other. */
const decides = ['--evident-text', '--evident-background', '--evident-surface', '--evident-muted']

export function writeStyle(variables: Readonly<Record<string, string>>): string {
  const isOne = decides.some((name) => name in variables)
  const accent = parseHex(variables['--evident-accent'])
  const onAccent = accent && { '--evident-on-accent': textColorOn(accent) }
  const said = Object.entries({ ...onAccent, ...variables })
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
  // One accent color serves light and dark, so link text is adjusted for contrast. On dark, links get more than the
  // minimum contrast, with which they look dull.
  const link = ({ surface }: typeof light, ratio = readableRatio) =>
    accent && !isOne ? `;--link:${readableColorOn(surface, accent, ratio)}` : ''
  return [
    `:root{color-scheme:${isOne ? 'light' : 'light dark'};${declared(light)};--on:#fff${link(light)}}`,
    ...(isOne ? [] : [`@media (prefers-color-scheme:dark){:root{${declared(dark)};--on:#10131c${link(dark, 7)}}}`]),
    ...(said === '' ? [] : [`:root{${said}}`]),
    sheet,
  ].join('\n')
}

/** Returns the colour as six hex digits. Other notations are ignored, because their lightness is unknown. */
function parseHex(color: string | undefined): string | undefined {
  if (color === undefined || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return undefined
  return color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color
}

/** The gallery's `columns` is the maximum number of photos in a row. Narrow windows have fewer. */
const columnRules = Array.from(
  { length: limits.columns },
  (_, i) => `.evident-columns-${i + 1}{--columns:${i + 1}}`,
).join('')

const sheet = `
:root{--c-text:var(--evident-text,var(--text));--c-muted:var(--evident-muted,var(--muted));--c-back:var(--evident-background,var(--background));
--c-surface:var(--evident-surface,var(--surface));--c-line:var(--evident-border,var(--border));--c-accent:var(--evident-accent,var(--accent));
--c-link:var(--link,var(--c-accent));--c-on:var(--evident-on-accent,var(--on));--c-star:var(--evident-star,var(--star));--r:var(--evident-radius,10px);--gap:var(--evident-gap,1rem)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;background:var(--c-back);color:var(--c-text);overflow-wrap:anywhere;
font:1.0625rem/1.65 var(--evident-font,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif)}
.evident-stars svg{vertical-align:-.15em}
main{max-inline-size:44rem;margin-inline:auto;padding:clamp(2rem,5vw,3rem) clamp(1rem,4vw,2rem)}
h1,h2,h3,h4,h5,h6{line-height:1.25;text-wrap:balance;margin-block:2em .6em}
h1{font-size:clamp(1.8rem,1.3rem + 2.4vw,2.6rem);line-height:1.15;letter-spacing:-.015em;margin-block:0 .75em}
h2{font-size:clamp(1.35rem,1.2rem + .8vw,1.65rem);letter-spacing:-.01em}
h3{font-size:1.15rem}h4,h5,h6{font-size:1rem}
p,ul,ol,pre,blockquote,figure{margin-block:0 1.1em}
a{color:var(--c-link);text-underline-offset:.15em;text-decoration-thickness:.07em}
:focus-visible{outline:3px solid var(--c-link);outline-offset:2px;border-radius:2px}
img{max-inline-size:100%;block-size:auto;border-radius:var(--r)}
${writeHeaderStyle('var(--c-link)')}
.evident-brand{padding-inline:clamp(1rem,4vw,2rem)}
hr{border:0;border-block-start:1px solid var(--c-line);margin-block:2.5em}
blockquote{margin-inline:0;padding-inline-start:1.1em;border-inline-start:3px solid var(--c-line);color:var(--c-muted)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em;background:var(--c-surface);border-radius:4px}
code{padding:.1em .3em}pre{padding:1em;overflow-x:auto}pre code{padding:0;background:none}
.evident-page>:first-child>:first-child{margin-block-start:0}
.evident-text :is(p,li,h2,h3,h4,h5,h6),.evident-gallery-text :is(p,li){unicode-bidi:plaintext}
.evident-page>*{margin-block:0 clamp(2rem,6vw,3rem)}
.evident-reviews-heading,.evident-gallery-heading{margin-block-start:0}
.evident-text>:last-child{margin-block-end:0}
.evident-button{display:inline-block;padding:.75rem 1.5rem;min-block-size:2.75rem;border-radius:var(--r);background:var(--c-accent);
color:var(--c-on);font-weight:600;text-decoration:none}
.evident-stars{color:var(--c-star);letter-spacing:.08em;white-space:nowrap}
.evident-stars>svg>path{fill:var(--evident-star-empty,var(--c-line));fill-opacity:1}
.evident-reviews-summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5em}
.evident-reviews-average{font-weight:700;font-size:1.25rem}
.evident-reviews-overview{display:flex;flex-wrap:wrap;align-items:center;gap:1.25rem 3rem;margin-block-end:1.5rem}
.evident-reviews-overview .evident-reviews-summary{display:grid;grid-template-columns:auto auto;align-items:center;gap:0 1rem;margin:0}
.evident-reviews-overview .evident-reviews-average{grid-area:1/1/3;font-size:3.25rem;line-height:1}
.evident-reviews-overview .evident-stars{align-self:end;line-height:1.3}.evident-reviews-overview .evident-reviews-count{align-self:start;line-height:1.3}
.evident-reviews-overview .evident-stars svg{vertical-align:0}
.evident-reviews-stars{flex:1 1 13rem;max-inline-size:30rem;list-style:none;margin:0;padding:0}
.evident-reviews-row{display:grid;grid-template-columns:2rem 1fr 4ch;gap:.75rem;align-items:center;min-block-size:1.75rem;padding-inline:.5rem;margin-inline:-.5rem;
border-radius:calc(var(--r)/2);font-size:.9375rem;line-height:1.2;font-variant-numeric:tabular-nums;color:inherit;text-decoration:none}
a.evident-reviews-row:hover,a.evident-chip:hover{background:var(--c-surface)}
a.evident-reviews-row:hover{text-decoration:underline}
.evident-reviews-row[aria-current],.evident-chip[aria-current]{background:var(--c-surface);box-shadow:inset 0 0 0 1px var(--c-link);font-weight:600}
.evident-bar{inline-size:100%;block-size:.5rem;border-radius:1rem;color:var(--c-star)}
.evident-bar rect:first-child{fill:var(--evident-star-empty,var(--c-line));fill-opacity:1}
[dir=rtl] .evident-bar{transform:scaleX(-1)}
.evident-reviews-tools{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding-block:.75rem;border-block:1px solid var(--c-line);font-size:.9375rem}
.evident-reviews-sort{position:relative}
.evident-reviews-sort summary{grid-auto-flow:column;justify-content:start;gap:.4em;cursor:pointer;list-style:none;white-space:nowrap}
.evident-reviews-sort summary::-webkit-details-marker{display:none}
.evident-reviews-sort summary::after{content:'';inline-size:.45em;block-size:.45em;margin:-.25em .15em 0 .25em;border:solid;border-width:0 2px 2px 0;rotate:45deg}
.evident-reviews-sort summary>span{color:var(--c-muted)}
.evident-reviews-sort summary:hover,.evident-reviews-sort li a:hover{background:var(--c-surface)}
.evident-reviews-sort ul{position:absolute;z-index:1;inset-block-start:calc(100% + .25rem);inset-inline-start:0;min-inline-size:100%;list-style:none;margin:0;padding:.25rem;background:var(--c-back);border:1px solid var(--c-line);border-radius:var(--r);box-shadow:0 6px 20px rgb(0 0 0/.15)}
.evident-reviews-sort li a{display:block;padding:.6rem .75rem;border-radius:calc(var(--r)/2);color:inherit;text-decoration:none;white-space:nowrap}
.evident-reviews-sort li [aria-current]{font-weight:600;background:var(--c-surface)}
.evident-chip{display:grid;place-items:center;min-block-size:2.75rem;padding-inline:.9rem;border:1px solid var(--c-line);border-radius:var(--r);color:inherit;text-decoration:none}
.evident-chip[aria-current]{border-color:transparent}
.evident-reviews-tools details~*{margin-inline-start:auto}.evident-reviews-tools .evident-chip~*{margin-inline-start:0}.evident-reviews-clear{padding:.6rem .4rem}
.evident-reviews-tools~.evident-reviews-list>li:first-child>.evident-review{border-block-start:0}
.evident-reviews-tools~.evident-reviews-none{padding-block:2rem}
.evident-review:has(>.evident-review-picture){display:grid;grid-template-columns:5rem minmax(0,1fr);column-gap:1.5rem}
.evident-review>:not(.evident-review-picture){grid-column:2}
.evident-review-picture{grid-column:1;grid-row:1/span 12;align-self:start;block-size:5rem;border-radius:var(--r);overflow:hidden;background:var(--c-surface)}
.evident-review-picture img{display:block;inline-size:100%;block-size:100%;object-fit:cover;border-radius:0}
@media (max-width:30rem){.evident-review:has(>.evident-review-picture){grid-template-columns:3.5rem minmax(0,1fr);column-gap:1rem}.evident-review-picture{block-size:3.5rem}}
.evident-reviews-count,.evident-review-date,.evident-photo-author,.evident-review-product{color:var(--c-muted)}
.evident-reviews-list,.evident-photos,.evident-products ul,.evident-pages ul,.evident-review-photos{list-style:none;margin:0;padding:0}
.evident-review{padding-block:1.5rem;border-block-start:1px solid var(--c-line)}
.evident-review-title{margin-block:0 .25em}
.evident-review-meta{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2em .75em;font-size:.9375rem;margin-block:0 .6em}
.evident-review-author{font-weight:600}
.evident-review-product{font-size:.9375rem;margin-block:0 .6em}
.evident-review-body p:last-child,.evident-answer>:last-child{margin-block-end:0}
.evident-review-verified,.evident-review-rewarded,.evident-review-declared,.evident-review-corrected{display:inline-block;font-size:.8125rem;padding:.1em .6em;border:1px solid var(--c-line);border-radius:1em;
background:var(--c-surface);color:var(--c-text);white-space:nowrap}
.evident-review-photos{display:flex;flex-wrap:wrap;gap:.5rem;margin-block-start:1rem}
.evident-review-photos img{inline-size:6rem;block-size:6rem;object-fit:cover;display:block;background:var(--c-surface)}
.evident-review-reply{margin-block-start:1rem;padding:1rem;background:var(--c-surface);border-radius:var(--r)}
.evident-review-reply-author{font-weight:600;margin-block:0 .3em}.evident-review-reply-body p:last-child{margin:0}
.evident-pages ul{display:flex;flex-wrap:wrap;gap:.25rem;padding-block-start:1.5rem;border-block-start:1px solid var(--c-line)}
.evident-pages a,.evident-here,.evident-gap{display:grid;place-items:center;min-inline-size:2.75rem;block-size:2.75rem;padding-inline:.5rem;
border-radius:var(--r);text-decoration:none}
.evident-reviews-record{margin-block:1.5rem 0;font-size:.9375rem}
.evident-here{background:var(--c-accent);color:var(--c-on);font-weight:600}
.evident-faq{border-block-end:1px solid var(--c-line)}
.evident-faq summary{cursor:pointer;font-weight:600;padding-block:1rem;min-block-size:2.75rem}
.evident-answer{padding-block:0 1.25rem;padding-inline-start:1rem}
${columnRules}
.evident-photos{display:grid;gap:var(--gap);
grid-template-columns:repeat(auto-fill,minmax(min(100%,max(9rem,(100% - (var(--columns) - 1)*var(--gap))/var(--columns) - .1px)),1fr))}
.evident-photo{margin:0}
.evident-photo img{display:block;inline-size:100%;block-size:auto;background:var(--c-surface)}
.evident-grid .evident-photo img,.evident-carousel .evident-photo img{aspect-ratio:1;object-fit:cover}
.evident-carousel .evident-photos{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;padding-block-end:.5rem}
.evident-carousel .evident-photos>li{flex:0 0 min(70%,15rem);scroll-snap-align:start}
.evident-masonry .evident-photos{display:block;columns:9rem var(--columns);column-gap:var(--gap)}
.evident-masonry .evident-photos>li{break-inside:avoid;margin-block-end:var(--gap)}
.evident-photo figcaption{font-size:.875rem;padding-block-start:.4rem}
.evident-photo figcaption .evident-review-rewarded{display:block;margin-block:.375rem;padding:0;border:0;background:none;color:var(--c-muted);font-size:.75rem;line-height:1.35;white-space:normal}
.evident-photo-product a{color:inherit;text-decoration:none}.evident-photo-product a:is(:hover,:focus-visible){text-decoration:underline}
.evident-caption,.evident-photo-author,.evident-photo-product{display:block}
.evident-products ul{display:grid;gap:var(--gap);grid-template-columns:repeat(auto-fill,minmax(min(100%,10rem),1fr))}
.evident-product{display:flex;flex-direction:column;gap:.5rem}
.evident-product-picture{display:block;aspect-ratio:1;background:var(--c-surface);border-radius:var(--r);overflow:hidden}
.evident-product-picture img{display:block;inline-size:100%;block-size:100%;object-fit:cover}
.evident-product-title{font-weight:600}
@media (min-width:60rem){main:has(.evident-gallery,.evident-products),.evident-brand:has(~main :is(.evident-gallery,.evident-products)){max-inline-size:60rem}
main:has(.evident-gallery,.evident-products) :is(.evident-text,.evident-review-body,.evident-review-reply,.evident-answer){max-inline-size:44rem}}
@media (forced-colors:active){.evident-button{border:1px solid ButtonText}.evident-bar{forced-color-adjust:none}[aria-current]{outline:2px solid Highlight}}
@media print{.evident-pages,.evident-reviews-tools{display:none}}
`
