/** Accent in the light scheme, which the store's branding shares. */
export const accentColor = '#43552f'

export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f8f5ef, #161713); --card: light-dark(#fff, #20221c); --ink: light-dark(#23261d, #eeece4);
  --soft: light-dark(#5f6355, #b3b5a8); --line: light-dark(#dfd9cc, #3a3d33);
  --moss: light-dark(${accentColor}, #b7cd9b); --on-moss: light-dark(#fff, #17200d);
  --evident-accent: var(--moss); --evident-on-accent: var(--on-moss); --evident-radius: 8px;
  --evident-background: var(--paper); --evident-heading-font: ui-serif, Georgia, 'Times New Roman', 'Noto Serif', serif;
}
evident-reviews { display: block; min-height: 44rem; }
evident-stars { display: block; min-height: 1.5em; }
evident-carousel { display: block; min-height: 26rem; }
evident-photos { display: block; min-height: 19rem; }
evident-badge { display: inline-block; vertical-align: top; width: 18rem; min-height: 7.5rem; }
@media (max-width: 40em) { evident-carousel { min-height: 33rem; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
header { display: flex; align-items: baseline; justify-content: space-between; padding-block: 1.4rem; }
h1, h2, .brand { font-family: var(--evident-heading-font); font-weight: 600; line-height: 1.15; letter-spacing: -.01em; }
.brand { font-size: 1.6rem; color: inherit; text-decoration: none; }
.demo { font-size: .8125rem; color: var(--soft); border: 1px solid var(--line); border-radius: 2rem; padding: .15rem .8rem; }
a { color: var(--moss); }
:focus-visible { outline: 3px solid var(--moss); outline-offset: 3px; border-radius: 2px; }
.hero { padding: clamp(2rem, 7vw, 5rem) 0 clamp(1.5rem, 4vw, 3rem); }
.hero h1 { font-size: clamp(2.2rem, 6vw, 4rem); margin: 0 0 1rem; }
.hero p { max-width: 34rem; margin: 0; color: var(--soft); font-size: 1.125rem; }
.chips { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 2rem; }
.chips a, .languages a { padding: .45rem 1rem; border: 1px solid var(--line); border-radius: 2rem; color: inherit; text-decoration: none; font-size: .9375rem; }
.chips a:hover, .languages a:hover { border-color: var(--moss); }
.chips [aria-current], .languages [aria-current] { background: var(--moss); border-color: var(--moss); color: var(--on-moss); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 42vw), 1fr)); gap: 2.25rem clamp(.9rem, 2vw, 1.5rem); list-style: none; margin: 0; padding: 0 0 3rem; }
.grid a { color: inherit; text-decoration: none; display: block; }
.grid img, .product img { display: block; width: 100%; height: auto; aspect-ratio: 1; object-fit: cover; border-radius: 10px; background: var(--card); }
.blank { display: block; aspect-ratio: 1; border-radius: 10px; background: var(--card); }
.name { display: block; margin-top: .8rem; font-weight: 600; line-height: 1.35; }
.grid a:hover .name { text-decoration: underline; text-underline-offset: .2em; }
.grid .price { color: var(--soft); }
.trail { padding: .5rem 0 1.5rem; font-size: .9375rem; color: var(--soft); }
.product { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: clamp(1.5rem, 5vw, 4rem); align-items: start; padding-bottom: 4rem; }
.product h1 { font-size: clamp(1.8rem, 4vw, 2.75rem); margin: 0 0 .5rem; }
.product .price { font-size: 1.375rem; margin: .75rem 0; }
.description { color: var(--soft); margin: 0 0 1.75rem; max-width: 36rem; }
input[type=hidden] { display: none; }
.gone { font-weight: 600; }
.order { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; max-width: 30rem; }
.order h2 { font-size: 1.25rem; margin: 0 0 .4rem; }
.order p { margin: 0 0 1rem; color: var(--soft); font-size: .9375rem; }
.order label { display: block; font-weight: 600; margin-bottom: .9rem; }
input { display: block; width: 100%; min-height: 2.875rem; margin-top: .3rem; padding: .5rem .8rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid light-dark(#8d8f80, #767a6a); border-radius: 8px; }
[aria-invalid] { border-color: light-dark(#b3261e, #ffa59c); border-width: 2px; }
.order input { background: var(--card); }
.order .wrong { color: light-dark(#b3261e, #ffa59c); font-weight: 500; margin-top: -.5rem; }
button, .button { display: inline-block; min-height: 3rem; padding: .7rem 1.5rem; font: inherit; font-weight: 600; line-height: 1.6; color: var(--on-moss); background: var(--moss); border: 0; border-radius: 8px; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.1); }
#reviews { border-top: 1px solid var(--line); padding-top: 2.5rem; scroll-margin-top: 1rem; }
evident-faq { display: block; margin-block-start: 3rem; }
.plain-stars, .evident-stars { color: light-dark(#a35a00, #ffb83d); letter-spacing: .06em; }
.evident-reviews-list { list-style: none; padding: 0; display: grid; gap: 1.75rem; }
.evident-review { border-top: 1px solid var(--line); padding-top: 1.25rem; }
.evident-review h3 { margin: 0; }
.evident-review-meta, .plain-write { color: var(--soft); font-size: .9375rem; margin: .25rem 0 .5rem; }
.evident-review-photos { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; }
.evident-review-photos img { display: block; width: 6rem; height: 6rem; object-fit: cover; border-radius: 8px; }
.evident-review-reply { border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; }
.evident-reviews-averages, .evident-review-attributes { display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; }
.evident-reviews-averages dt, .evident-review-attributes dt { font-weight: 600; }
.evident-reviews-averages dd, .evident-review-attributes dd { margin: 0; }
.evident-reviews-averages ul { list-style: none; margin: 0; padding: 0; }
.evident-reviews-answers { color: var(--soft); font-size: .9375rem; }
.evident-reviews-pages { display: flex; gap: 1.25rem; padding: 1.5rem 0; }
.languages { display: flex; flex-wrap: wrap; gap: .5rem; padding: 2.5rem 0 1rem; }
.note { max-width: 38rem; padding: clamp(2rem, 8vw, 5rem) 0; }
.note h1 { font-size: clamp(1.8rem, 5vw, 3rem); margin: 0 0 1rem; }
pre { padding: 1rem 1.2rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
footer { padding-block: 2rem 3rem; color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); margin-top: 2rem; }
footer a { margin-inline-start: .75rem; }
@media (max-width: 48rem) { .product { grid-template-columns: minmax(0, 1fr); } }
`

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#6f8a4e" d="M3 21C3 9 10 3 21 3c0 11-6 18-18 18Z"/><path fill="none" stroke="#fff" stroke-width="1.6" d="M3 21 14 10"/></svg>\n'
