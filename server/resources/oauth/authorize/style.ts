export const consentStyle = `
:root {
  --page: #f6f6f3; --card: #fff; --text: #1b1e22; --quiet: #575f69; --line: #e3e3dd; --accent: #0b6b63; --on-accent: #fff;
  --bad: #ad2a20; --warn: #84500a; --warn-wash: #fbf0dc; --bad-wash: #fbeae7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #111316; --card: #191c20; --text: #e8eaec; --quiet: #a2abb5; --line: #2b3036; --accent: #5fd0c0; --on-accent: #06231f;
    --bad: #ff9d92; --warn: #efbd6c; --warn-wash: #352711; --bad-wash: #3c1b18;
  }
}
main { max-inline-size: 36rem; }
.brand { display: flex; align-items: center; justify-content: center; gap: .5rem; font-weight: 600; }
h1 { font-size: 1.25rem; }
h2, legend { font-size: 1rem; font-weight: 600; padding: 0; margin-block: 0 .25rem; }
.warn, .bad { padding: .75rem 1rem; border-radius: 8px; background: var(--warn-wash); color: var(--warn); }
.bad { background: var(--bad-wash); color: var(--bad); }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
form > fieldset { border-block-start: 1px solid var(--line); padding-block: 1rem; }
/* Without the float, browsers draw a legend on the border line of its fieldset. */
form > fieldset > legend { float: inline-start; inline-size: 100%; }
form > fieldset > legend ~ * { clear: both; }
.choice { display: flex; gap: .625rem; align-items: baseline; padding-block: .5rem; min-block-size: 44px; cursor: pointer; }
input { accent-color: var(--accent); inline-size: 1.125rem; block-size: 1.125rem; flex: none; margin: 0; translate: 0 .125rem; }
.areas { display: grid; gap: .25rem; margin-block-start: .5rem; }
.area { display: flex; flex-wrap: wrap; column-gap: 1.5rem; align-items: center; padding-block: .375rem; }
.area legend { float: inline-start; inline-size: 14rem; max-inline-size: 100%; font-weight: 400; margin: 0; }
.area label { display: inline-flex; gap: .5rem; align-items: center; min-block-size: 32px; cursor: pointer; }
@media (max-width: 26rem) { .area legend { inline-size: 100%; } }
@supports selector(:has(*)) {
  .optional { display: none; }
  .access:has([value=some]:checked) .optional { display: grid; }
}
.facts { margin-block: 0; padding-inline-start: 1.25rem; color: var(--quiet); }
.facts li { margin-block: .25rem; }
form > h2 { border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
`
