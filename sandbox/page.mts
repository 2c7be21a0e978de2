import { createHash } from 'node:crypto';
import { pageScript } from './pageScript.mts';
import { pageStyle } from './pageStyle.mts';

/** The page that shows the sandbox at work; it loads nothing from elsewhere. */
export const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backlink panel sandbox</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
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
<section><h2>Faults</h2><div id="faults" class="switches"></div></section>
<section>
<h2>Account and network</h2>
<form id="balanceForm">
<label for="newBalance">Balance</label>
<input id="newBalance" type="number" min="0" step="1" required>
<button>Set</button>
</form>
<div id="sites" class="switches"></div>
</section>
<section><h2>Latest requests</h2><div id="requests" class="scroll"></div></section>
<section><h2>Backlink placements</h2><div id="placements" class="scroll"></div></section>
<section><h2>Sponsored articles</h2><div id="articles" class="scroll"></div></section>
</main>
<script>${pageScript}</script>
</body>
</html>
`;

/** The headers of the page: its own style and script run, nothing else does. */
export const pageHeaders: Record<string, string> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': [
		"default-src 'none'",
		"connect-src 'self'",
		'img-src data:',
		`style-src '${hashOf(pageStyle)}'`,
		`script-src '${hashOf(pageScript)}'`,
	].join('; '),
};

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
