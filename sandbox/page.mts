import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { escapeMarkup } from './text.mts';
import { windowKindNames } from './rateWindows.mts';
import { typicalFaults } from './typicalFaults.mts';
import { withoutSwitch } from './withoutSwitch.mts';

const folder = new URL('page/', import.meta.url);
const types: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
};

/** Style and modules of the page, in `page/`. */
export const pageFiles = readdirSync(folder).map((name) => ({
	path: `/page/${name}`,
	type: types[extname(name)] ?? 'application/octet-stream',
	text: readFileSync(new URL(name, folder), 'utf8'),
}));

/** The page that shows the sandbox at work; it loads nothing from other servers. */
export const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backlink panel sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/page.css">
<script type="application/json" id="faultGroups">${scriptJson(typicalFaults)}</script>
<script type="module" src="/page/page.js"></script>
</head>
<body>
<main>
<header>
<div>
<h1>Backlink panel sandbox</h1>
<p>Base URL <code id="baseUrl"></code> · Feed <a href="/feed.xml"><code id="feed"></code></a></p>
<p id="rateLimit"></p>
</div>
<button type="button" id="reset">Reset</button>
</header>
<p id="connection" role="status"></p>
<div class="figures">
<section><strong id="balance">–</strong><p>credits left</p></section>
<section><strong id="charged">–</strong><p>credits charged</p></section>
<section><strong id="requestCount">–</strong><p>requests</p></section>
<section><strong id="orderCount">–</strong><p>orders</p></section>
</div>
<section>
<h2>What goes wrong</h2>
<div id="faults"></div>
<details>
<summary>How to see the other errors of the node</summary>
<dl>${withoutSwitch.map(({ message, how }) => `<dt>${escapeMarkup(message)}</dt><dd>${escapeMarkup(how)}</dd>`).join('\n')}</dl>
</details>
</section>
<section>
<h2>Account and network</h2>
<p>A changed balance starts the trigger's Balance Changed, one that falls to the threshold Balance Low.</p>
<div class="forms">
<form id="balanceForm">
<label>Balance <input name="balance" type="number" min="0" step="any" required></label>
<button>Set</button>
</form>
<form id="rateLimitForm">
<label>Requests per minute <input name="limit" type="number" min="1" step="1" required></label>
<label>counted as <select name="window">${windowKindNames.map((kind) => `<option>${escapeMarkup(kind)}</option>`).join('')}</select></label>
<button>Set</button>
</form>
</div>
<div id="sites" class="switches"></div>
</section>
<section><h2>Latest requests</h2><div id="requests" class="scroll"></div></section>
<section>
<div class="heading"><h2>Backlink placements</h2><button type="button" id="addBacklink">Add a placement</button></div>
<p>A new one starts the trigger's Order Created, another status Order Status Changed, an end date in the next days Placement Expiring.</p>
<div id="placements" class="scroll"></div>
</section>
<section>
<div class="heading"><h2>Sponsored articles</h2><button type="button" id="addArticle">Add an article</button></div>
<div id="articles" class="scroll"></div>
</section>
<section>
<h2>Messages to the chat</h2>
<p>What workflows post to <code id="chat"></code></p>
<div id="messages" class="scroll"></div>
</section>
</main>
<dialog id="orderForm" aria-labelledby="orderFormTitle"></dialog>
</body>
</html>
`;

/** Headers of the page, which allow only its own style and script. */
export const pageHeaders: Record<string, string> = {
	'content-security-policy':
		"default-src 'none'; connect-src 'self'; img-src data:; style-src 'self'; script-src 'self'",
};

/** Makes JSON safe within a script element. */
function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll('<', '\\u003c');
}
