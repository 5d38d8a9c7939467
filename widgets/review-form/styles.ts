// Styles for the hosted page and shadow roots. Light and dark mode follow the page's `color-scheme`, not the device.
export const styles = `
:host{display:block}
:host([hidden]){display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
.ev-form,.ev-done,.ev-host{
--ev-accent:var(--evident-accent,var(--chosen-accent,light-dark(#1d4ed8,#8fb4ff)));--ev-on-accent:var(--evident-on-accent,light-dark(#fff,#0d1526));
--ev-star:var(--evident-star,light-dark(#c2680a,#ffb83d));--ev-bad:var(--evident-danger,light-dark(#b3261e,#ffa59c));
--ev-bg:var(--evident-background,transparent);--ev-over:var(--evident-background,canvas);
--ev-soft:var(--evident-muted,color-mix(in srgb,currentcolor 74%,transparent));
--ev-line:var(--evident-border,color-mix(in srgb,currentcolor 50%,transparent));
--ev-off:var(--evident-star-empty,color-mix(in srgb,currentcolor 18%,transparent));
--ev-fill:var(--evident-surface,color-mix(in srgb,currentcolor 5%,transparent));--ev-round:var(--evident-radius,10px);
font-weight:400;font-size:1rem;line-height:1.5;font-family:var(--evident-font,inherit);color:var(--evident-text,inherit);text-align:start}
@supports (color:oklch(from #000 l c h)){.ev-form,.ev-done,.ev-host{
--ev-on-accent:var(--evident-on-accent,oklch(from var(--ev-accent) clamp(0,(.66 - l)*99,1) 0 0))}}
.ev-form,.ev-form *,.ev-done *{box-sizing:border-box}
.ev-form{position:relative;display:grid;gap:1.4rem;max-width:40rem}
.ev-field,.ev-form legend{margin:0;padding:0;border:0;min-width:0}
.ev-form p,.ev-done p{margin:0}
.ev-form :is(label,legend){font-weight:600}
.ev-row{display:flex;flex-wrap:wrap;gap:.1rem .8rem;align-items:center;justify-content:space-between}
.ev-soft,.ev-hint,.ev-count,.ev-word{color:var(--ev-soft);font-weight:400}
.ev-hint,.ev-count{font-size:.875rem}
.ev-over,.ev-problem{color:var(--ev-bad);font-weight:500}
.ev-form .ev-problem{font-size:.875rem;margin-top:.4rem}
.ev-form :is([type=text],[type=email],textarea){
display:block;width:100%;margin:.4rem 0 0;padding:.65rem .8rem;min-height:3rem;font:inherit;color:inherit;
background:var(--ev-bg);border:1px solid var(--ev-line);border-radius:var(--ev-round)}
.ev-form input[dir=ltr]{text-align:start}
.ev-form textarea{min-height:9rem;resize:vertical}
.ev-form [aria-invalid]:is(input,textarea){border-color:var(--ev-bad);box-shadow:inset 0 0 0 1px var(--ev-bad)}
.ev-form :is(input,textarea,button):focus-visible,.ev-star:has(:focus-visible),.ev-adder:has(:focus-visible) .ev-add{
outline:3px solid var(--ev-accent);outline-offset:2px}
.ev-rating .ev-row{justify-content:flex-start;margin-top:.4rem;min-height:3rem}
.ev-stars{display:flex;margin-inline:-.3rem}
.ev-star{position:relative;padding:.3rem;border-radius:.5rem;line-height:0;cursor:pointer}
.ev-star input,.ev-alive .ev-adder input{position:absolute;inset:0;opacity:0;width:100%;height:100%;margin:0;cursor:pointer}
.ev-star svg{width:2.5rem;height:2.5rem;fill:var(--ev-off);stroke:var(--ev-soft);stroke-width:1.5}
.ev-star:has(:checked) svg,.ev-star:has(~.ev-star :checked) svg{fill:var(--ev-star);stroke:var(--ev-star)}
.ev-stars:hover .ev-star svg{fill:var(--ev-off);stroke:var(--ev-soft)}
.ev-stars:hover .ev-star:hover svg,.ev-stars:hover .ev-star:has(~.ev-star:hover) svg{fill:var(--ev-star);stroke:var(--ev-star)}
.ev-photos{display:flex;flex-wrap:wrap;gap:.7rem;list-style:none;margin:.6rem 0 0;padding:0}
.ev-photo{position:relative;width:5.5rem;height:5.5rem}
.ev-photo img{width:100%;height:100%;object-fit:cover;border-radius:var(--ev-round);background:var(--ev-fill)}
.ev-photo progress{position:absolute;inset:auto .4rem .4rem;width:calc(100% - .8rem);height:.5rem;accent-color:var(--ev-accent)}
.ev-photo button svg{width:100%;height:100%}
.ev-again{position:absolute;inset:0;padding:1.6rem;cursor:pointer;border:2px solid var(--ev-bad);border-radius:var(--ev-round);
background:color-mix(in srgb,var(--ev-over) 70%,transparent);color:var(--ev-bad);line-height:0}
.ev-remove{position:absolute;top:-.5rem;inset-inline-end:-.5rem;width:1.75rem;height:1.75rem;min-height:0;padding:.2rem;border-radius:50%;cursor:pointer;
border:1px solid var(--ev-line);background:var(--ev-over);color:inherit;line-height:0}
.ev-adder{min-width:0;max-width:100%}
.ev-alive .ev-adder{position:relative;width:5.5rem;height:5.5rem}
.ev-alive .ev-adder .ev-add{display:grid;place-content:center;justify-items:center;gap:.15rem;height:100%;padding:.3rem;text-align:center;
font-size:.8125rem;font-weight:500;line-height:1.2;color:var(--ev-soft);border:1.5px dashed var(--ev-line);border-radius:var(--ev-round);
cursor:pointer}
.ev-add svg,.ev-tick{width:2.25rem;height:2.25rem}
.ev-form .ev-check{display:flex;gap:.7rem;align-items:flex-start;font-weight:400;cursor:pointer}
.ev-check input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--ev-accent)}
.ev-submit{justify-self:start;min-height:3rem;padding:.65rem 1.6rem;font:inherit;font-weight:600;cursor:pointer;border:0;
border-radius:var(--ev-round);background:var(--evident-button,var(--ev-accent));color:var(--evident-on-button,var(--ev-on-accent))}
.ev-submit:hover{filter:brightness(1.08)}
.ev-submit[aria-disabled]{opacity:.7;cursor:progress}
.ev-note{padding:.65rem .8rem;background:var(--ev-fill);border-inline-start:3px solid var(--ev-accent);overflow-wrap:anywhere;white-space:pre-wrap}
.ev-wrong{border-color:var(--ev-bad)}
.ev-done{padding:1.6rem;border-radius:var(--ev-round);background:var(--ev-fill);max-width:40rem}
.ev-thanks{font-size:1.25rem;font-weight:600}
.ev-done .ev-confirm{margin-top:1rem;font-weight:600;overflow-wrap:anywhere}
.ev-tick{color:var(--ev-accent)}
.ev-unseen,.ev-trap{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:30rem){.ev-submit{justify-self:stretch}}
@media(forced-colors:active){.ev-submit{border:1px solid}.ev-star svg{fill:Canvas;stroke:CanvasText;forced-color-adjust:none}
.ev-star:has(:checked) svg,.ev-star:has(~.ev-star :checked) svg{fill:Highlight;stroke:Highlight}}
`
