import { logoStyle } from '#resources/email-branding/header-rules.ts'

export const pageStyle = `
main{--evident-accent:var(--accent);--evident-on-accent:var(--on-accent);--evident-background:var(--card);--evident-text:var(--text);
--evident-muted:var(--quiet);--evident-surface:var(--page);--evident-star-empty:transparent;max-inline-size:44rem}
main>header{margin-block-end:2rem;font-size:1.125rem}
.logo{${logoStyle}}
main>h1{font-size:clamp(1.6rem,5vw,2.1rem);font-weight:700;letter-spacing:-.01em;margin-block-end:.35rem}
main>.quiet{margin-block-end:1.75rem;font-size:1.0625rem}
.product{margin-block-end:1rem}
.head{display:flex;align-items:center;gap:1rem;margin-block-end:1.5rem}
.head h2{flex:1;margin:0;font-size:1.125rem;line-height:1.35;font-weight:600}
.head img{flex:none;inline-size:4.5rem;block-size:4.5rem;border-radius:10px;object-fit:cover;background:var(--page)}
summary.head{cursor:pointer;list-style:none;margin:0;border-radius:8px}
summary.head::-webkit-details-marker{display:none}
details[open]>summary.head{margin-block-end:1.5rem}
.write{flex:none;font-weight:600;color:var(--accent)}
details[open] .write,.is-done .write{display:none}
.product .ev-form,.product .ev-done{max-width:none}
footer{margin-block-start:2rem;color:var(--quiet);font-size:.9375rem}
footer p{margin:0 0 .4rem}
.note{margin-block-start:clamp(1rem,12vh,6rem)}
@media (max-width:30rem){summary.head{flex-wrap:wrap;gap:.35rem 1rem}.write{flex-basis:100%}.head img{inline-size:3.5rem;block-size:3.5rem}}
`
