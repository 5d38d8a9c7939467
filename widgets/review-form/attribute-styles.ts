export const attributeStyles = `.ev-answers{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.4rem}
.ev-answer{position:relative;display:grid;place-content:center;min-height:2.75rem;min-width:2.75rem;padding:0 .9rem;cursor:pointer;
font-weight:500;border:1px solid var(--ev-line);border-radius:var(--ev-round);background:var(--ev-bg)}
.ev-form .ev-answer{font-weight:500;padding:0 .9rem}
.ev-answer input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.ev-answer:has(:checked){border-color:var(--ev-accent);box-shadow:inset 0 0 0 1px var(--ev-accent);background:var(--ev-fill)}
.ev-answer:has(:focus-visible){outline:3px solid var(--ev-accent);outline-offset:2px}
.ev-scale{display:grid;grid-template-columns:repeat(5,1fr);max-width:22rem}
.ev-ends{max-width:22rem;margin-top:.3rem}`
