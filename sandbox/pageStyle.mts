/** The style sheet of the page. */
export const pageStyle = `
:root {
	color-scheme: light dark;
	--ground: #f6f6f3; --card: #ffffff; --ink: #1c1d1f; --quiet: #63666b; --line: #e3e3de;
	--accent: #2f5fd0; --good: #1a7f4b; --warn: #9a5b00; --bad: #c0302b;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #131417; --card: #1c1e22; --ink: #ececea; --quiet: #9da1a8; --line: #393d45;
		--accent: #86a8ff; --good: #4fb883; --warn: #e5ad57; --bad: #f0746d;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0; background: var(--ground); color: var(--ink);
	font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 1.05rem; margin: 0 0 0.75rem; }
p { margin: 0; color: var(--quiet); }
code { font: 0.9em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; margin-top: 1.25rem; }
a { color: var(--accent); }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: 0.45rem 0.9rem; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1.25rem; margin-top: 1.25rem; }
.figures section { margin: 0; }
.figures strong { display: block; font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.switches { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.75rem; }
.switch { display: flex; gap: 0.75rem; align-items: flex-start; text-align: left; padding: 0.75rem; }
.switch small { display: block; color: var(--quiet); line-height: 1.35; }
.switch i { flex: none; width: 2.2rem; height: 1.25rem; margin-top: 0.15rem; border-radius: 1rem; background: var(--line); position: relative; transition: background 0.15s; }
.switch i::after { content: ""; position: absolute; top: 2px; left: 2px; width: calc(1.25rem - 4px); height: calc(1.25rem - 4px); border-radius: 50%; background: #fff; box-shadow: 0 0 2px #0006; transition: transform 0.15s; }
.switch[aria-checked="true"] { border-color: var(--bad); }
.switch[aria-checked="true"] i { background: var(--bad); }
.switch.fine[aria-checked="true"] { border-color: var(--line); }
.switch.fine[aria-checked="true"] i { background: var(--good); }
.switch[aria-checked="true"] i::after { transform: translateX(0.95rem); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 1rem; }
input { width: 8rem; padding: 0.45rem 0.7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--quiet); white-space: nowrap; }
th, td { padding: 0.45rem 0.9rem 0.45rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td { overflow-wrap: anywhere; min-width: 3.5rem; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.good, .warn, .bad { font-weight: 600; }
#connection:empty { display: none; }
#connection { color: var(--bad); margin-top: 1rem; font-weight: 600; }
@media (max-width: 40rem) {
	main { padding: 1.25rem 0.9rem 3rem; }
	section { padding: 1rem; }
	.figures { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
	.figures strong { font-size: 1.6rem; }
	thead { display: none; }
	table, tbody, tr, td { display: block; }
	tr { border-top: 1px solid var(--line); padding: 0.6rem 0; }
	tr:first-child { border-top: 0; }
	td { border: 0; padding: 0.1rem 0; display: flex; gap: 0.75rem; }
	td::before { content: attr(data-label); flex: none; width: 5.5rem; color: var(--quiet); }
	td:empty { display: none; }
}
`;
