/** The style sheet of all HTML pages, with a light and a dark theme. */
export const styles = `
:root {
  color-scheme: light dark;
  --background: #f4f5f7; --card: #fff; --line: #dfe2e8; --text: #1b2130; --faint: #5a6375; --accent: #0a66c2; --on-accent: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #10141c; --card: #1a202b; --line: #323b4a; --text: #e8ebf1; --faint: #a2abbb; --accent: #6cb2ff; --on-accent: #08121f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.25rem 1rem 3rem; background: var(--background); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 26rem; margin: 0 auto; }
.wide header, .wide main { max-width: 46rem; }
header { display: flex; align-items: center; gap: .6rem; margin-bottom: 1rem; font-weight: 600; }
header svg { width: 1.75rem; height: 1.75rem; flex: none; color: var(--accent); }
main { padding: 1.5rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .9rem; }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
a { color: var(--accent); }
form { margin: 1.25rem 0 0; }
label { display: block; margin-bottom: 1rem; font-weight: 600; }
label small, .faint { color: var(--faint); font-weight: 400; font-size: .875rem; }
input { display: block; width: 100%; margin-top: .35rem; padding: .7rem .8rem; font: inherit; font-weight: 400;
  color: inherit; background: var(--background); border: 1px solid var(--faint); border-radius: .55rem; }
.choice { display: flex; align-items: baseline; gap: .6rem; font-weight: 400; }
.choice input { width: auto; margin: 0; flex: none; }
button { width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border: 0; border-radius: .55rem; cursor: pointer; }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .7rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
li > a:first-child { font-weight: 600; }
li .faint { display: block; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; }
dt { color: var(--faint); }
dd { margin: 0; }
code { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.text { margin: 0 0 1.5rem; white-space: pre-wrap; }
@media (min-width: 40rem) {
  body { padding-top: 12vh; }
  body.wide { padding-top: 3rem; }
  main { padding: 2rem; }
  button { width: auto; }
}
`
