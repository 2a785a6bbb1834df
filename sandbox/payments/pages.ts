// Layout of the sandbox's own pages: plain HTML without scripts.

export const escape = (text: string | number | null | undefined): string =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/**
 * Every page starts by saying that no real money moves. `body` is trusted HTML; escape what you put
 * in.
 */
export function page(title: string, body: string, isWide = false): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} · Sandbox</title>
<style>${style}</style>
</head>
<body>
<header class="mark">Sandbox: no real money</header>
<main class="${isWide ? 'wide' : ''}">
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`
}

const style = `
:root { color-scheme: light dark; --ink: #1d2330; --paper: #f5f6f8; --card: #fff; --line: #d8dce3; --quiet: #5b6472; --accent: #4338ca; --on-accent: #fff; --bad: #b42318; --good: #067647 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --paper: #14161c; --card: #1e2129; --line: #3a404d; --quiet: #a3abb9; --accent: #a5b4fc; --on-accent: #14161c; --bad: #fda29b; --good: #75e0a7 } }
* { box-sizing: border-box }
body { overflow-wrap: anywhere; margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.mark { margin: 0; padding: .5rem 1rem; background: #fdb022; color: #1d2330; text-align: center; font-weight: 600 }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
main.wide { max-width: 76rem }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.1rem }
label { display: block; margin-top: .75rem; font-weight: 500 }
input, select { width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem }
button { padding: .6rem 1rem; min-height: 2.75rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; cursor: pointer }
button.second { color: var(--ink); background: transparent; border-color: var(--line) }
td button { min-height: 2rem; padding: .2rem .6rem; font-weight: 500 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.buttons { display: grid; gap: .75rem; margin-top: 1.5rem }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.quiet { color: var(--quiet) }
.bad { color: var(--bad) }
.good { color: var(--good) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th, td { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top }
td.money { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
code { font-size: .85em; word-break: break-all }
form.inline { display: inline }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
dd { margin: 0 }
`
