// Uses only logical properties, so that it fits both text directions. Colours meet WCAG AA in light and dark mode.
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f6f6f4; --card: #fff; --text: #1c1c1a; --quiet: #5c5c57; --line: #d9d9d4; --accent: #1d4ed8; --on-accent: #fff;
  --good: #166534; --bad: #b42318; --star: #b45309;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #161615; --card: #212120; --text: #f2f2ef; --quiet: #b5b5ae; --line: #43433f; --accent: #93b4ff; --on-accent: #10131c;
    --good: #86efac; --bad: #ffb4a9; --star: #fbbf24;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-block-size: 100vh; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: anywhere;
}
main { max-inline-size: 40rem; margin-inline: auto; padding: clamp(1rem, 5vw, 3rem) 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 4vw, 2rem); }
h1 { font-size: 1.5rem; line-height: 1.25; margin-block: 0 .75rem; }
p { margin-block: 0 1rem; }
.quiet { color: var(--quiet); font-size: .9375rem; }
a { color: var(--accent); }
button, .button {
  font: inherit; font-weight: 600; padding: .75rem 1.25rem; min-block-size: 44px; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
button.plain { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: 1.5rem; }
@media (forced-colors: active) { button, .button { border: 1px solid ButtonText; } }
`
