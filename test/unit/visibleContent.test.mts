import { isBlank } from '../../nodes/BacklinkPanel/api/visibleText.ts';
import { shownText } from '../../nodes/BacklinkPanel/parameters/visibleContent.ts';

const hasVisibleContent = (html: string) => !isBlank(shownText(html));

describe('an article that shows something', () => {
	test.each([
		['plain text', 'Hello'],
		['a paragraph', '<p>Hello</p>'],
		['text behind empty markup', '<div><p></p><br>Hello</div>'],
		['Turkish text', '<p>Halı bakımı</p>'],
		['one emoji', '<p>🙂</p>'],
		['one digit', '<p>0</p>'],
		['a character given by its number', '<p>&#304;</p>'],
		['a character given by its number in hex', '<p>&#x130;</p>'],
		['a number that is no character', '<p>&#1114112;</p>'],
		['a named character', '<p>&copy;</p>'],
		['a sign that looks like markup', '1 < 2'],
		['a lone sign', '<'],
		['text between comments', '<!-- a -->Hello<!-- b -->'],
		['text behind a script', '<script>hidden()</script><p>Hello</p>'],
		['text behind a style', '<style>p { color: red }</style>Hello'],
		['text behind a head', '<html><head><title>Title</title></head><body>Hello</body></html>'],
		['text in a header', '<header>Hello</header>'],
		['text in an element of one’s own', '<script-note>Hello</script-note>'],
		['an image', '<p><img src="https://example.com/a.png" alt=""></p>'],
		['an image in capital letters', '<IMG SRC="a.png">'],
		['an image without quotes', '<img src=a.png/>'],
		['a picture', '<picture><source srcset="a.webp"></picture>'],
		['a video', '<video src="a.mp4"></video>'],
		['an audio', '<audio src="a.mp3"></audio>'],
		['a video of another site', '<iframe src="https://video.example/1"></iframe>'],
		['a drawing', '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'],
		['an image that a script loads later', "<img src='' data-lazy-src='a.png'>"],
		['an image in two sizes', '<img alt="a>b" srcset="a.png 1x, b.png 2x">'],
		['a video in an element of its own', '<video controls><source src="a.mp4"></video>'],
		['a page in a frame', '<iframe srcdoc="<p>Hello</p>"></iframe>'],
		['a document', '<object data="a.pdf"></object>'],
		['text behind an attribute with a sign', '<p title="a>b">Hello</p>'],
		['text behind a stray quote', '<a href="https://example.com"">Hello</a>'],
		['text behind an apostrophe in a tag', "<p class=it's>Hello</p>"],
		['text behind spaces around a quote', "<p title = '>'>Hello</p>"],
		['text in CDATA', '<![CDATA[<p>Hello</p>]]>'],
		['broken markup with text', '<p><b>Hello'],
	])('%s', (_, html) => {
		expect(hasVisibleContent(html)).toBe(true);
	});
});

describe('an article that shows nothing', () => {
	test.each([
		['nothing', ''],
		['white space', ' \n\t\r\n '],
		['an empty paragraph', '<p></p>'],
		['an open paragraph', '<p>'],
		['a cut tag', '<p class="a'],
		['nested empty markup', '<div><section><p><b></b></p></section></div>'],
		['line breaks', '<br><br/><BR />'],
		['a ruler', '<hr>'],
		['a link without text', '<a href="https://example.com"></a>'],
		['a table without text', '<table><tr><td></td></tr></table>'],
		['a no-break space', '<p>\u00a0</p>'],
		['a no-break space by name', '<p>&nbsp;</p>'],
		['a no-break space by number', '<p>&#160;&#xA0;&#XA0;</p>'],
		['several named spaces', '<p>&ensp;&emsp;&thinsp;&zwnj;&zwj;&shy;</p>'],
		['a line break by number', '<p>&#13;</p>&#10;&#xA;&#xD;'],
		['a tab by number', '<p>&#9;</p>'],
		['a space of no width', '<p>\u200b</p>'],
		['a space of no width by number', '<p>&#8203;&#x200B;</p>'],
		['a byte order mark', '\ufeff<p></p>'],
		['a byte order mark by number', '<p>&#65279;&#xFEFF;</p>'],
		['a comment', '<!-- wp:paragraph --><!-- /wp:paragraph -->'],
		['a comment with markup in it', '<!-- <p>Hello</p> -->'],
		['an open comment', '<!-- Hello'],
		['an empty comment', '<!----><!-->'],
		['a script', '<script>document.write("Hello")</script>'],
		['a script with a comparison', '<script>if (a < b && c > d) { run() }</script>'],
		['an open script', '<script>Hello'],
		['a script that ends in capital letters', '<script>Hello</SCRIPT >'],
		['a style', '<style>p::before { content: "Hello" }</style>'],
		['a template', '<template><p>Hello</p></template>'],
		['a text for browsers without scripts', '<noscript>Hello</noscript>'],
		['a head alone', '<html><head><title>Hello</title></head><body></body></html>'],
		['a title alone, as HTML may be written', '<!DOCTYPE html><title>Hello</title>'],
		['a doctype', '<!DOCTYPE html><html></html>'],
		['an XML declaration', '<?xml version="1.0"?><p/>'],
		['empty CDATA', '<![CDATA[]]>'],
		['an image without an address', '<p><img src="" alt="x"></p><img><img src=\' \'>'],
		['a video without an address', '<video controls></video>'],
		['a frame without an address', '<iframe src=""></iframe>'],
		['a picture without an image', '<picture></picture>'],
		['an address of something else', '<p data-id="5" src="a.png"></p>'],
		['an empty drawing', '<svg viewBox="0 0 1 1"> </svg>'],
		['a space without its semicolon', '<p>&nbsp</p>&shy'],
		['an attribute with a sign', '<p title="a>b"></p><p title = \'a>b\'></p>'],
	])('%s', (_, html) => {
		expect(hasVisibleContent(html)).toBe(false);
	});
});

describe('five megabytes of markup do not hold n8n up', () => {
	const SIZE = 5_000_000;
	const megabytes = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

	// Anything that looked at the rest again for each tag would take hours here, not milliseconds.
	test.each([
		['empty paragraphs', megabytes('<p></p>')],
		['open paragraphs', megabytes('<p>')],
		['cut tags', megabytes('<a ')],
		['open comments', megabytes('<!-- ')],
		['closed comments', megabytes('<!-- -->')],
		['comments that nearly end', '<!--' + megabytes('--')],
		['open scripts', megabytes('<script>')],
		['scripts that nearly end', '<script>' + megabytes('</scrip')],
		['ends of scripts that are not closed', megabytes('<script></script')],
		['styles', megabytes('<style></style>')],
		['no-break spaces', megabytes('&nbsp;')],
		['spaces by name that are not finished', '<p' + megabytes('&nbs')],
		['white space', megabytes(' \n')],
		['spaces between tags', megabytes('<b> </b>')],
		['one tag with an endless attribute', `<p title="${megabytes('x')}"></p>`],
		['one tag with endless attributes', `<p${megabytes(' a="<"')}`],
		['quotes that do not end', megabytes('<p title="')],
		['images without an address', `<img${megabytes(' src=""')}>`],
		['equals signs', `<p ${megabytes('= ')}>`],
	])('%s', (_, html) => {
		expect(hasVisibleContent(html)).toBe(false);
	});
});
