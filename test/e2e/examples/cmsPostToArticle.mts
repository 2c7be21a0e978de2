import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import {
	assertEveryNodeRan,
	AUTHORIZATION,
	endedExecutions,
	noEligibleSite,
	whileExampleIsActive,
} from './exampleRuns.mts';
import { utf8ReadAsWindows1252 } from './localServers.mts';

interface CmsPost {
	id: number;
	title: string;
	content: string;
	isDraft?: boolean;
}

/** Makes the main fields of a post in WordPress' REST API, as webhook plugins send it. */
function wordPressPost({ id, title, content, isDraft = false }: CmsPost): object {
	return {
		id,
		guid: { rendered: `https://wordpress.example/?p=${id}` },
		status: isDraft ? 'draft' : 'publish',
		type: 'post',
		link: `https://wordpress.example/post-${id}/`,
		title: { rendered: title },
		content: { rendered: content, protected: false },
	};
}

/** Makes the main fields that the plugin WP Webhooks sends for a new post. */
function wpWebhooksPost({ id, title, content, isDraft = false }: CmsPost): object {
	return {
		post_id: id,
		post: {
			ID: id,
			post_content: content,
			post_title: title,
			post_status: isDraft ? 'draft' : 'publish',
			guid: `https://wordpress.example/?p=${id}`,
			post_type: 'post',
		},
		post_permalink: `https://wordpress.example/post-${id}/`,
	};
}

/** Makes the main fields that Ghost sends for the event `post.published`. */
function ghostPost({ id, title, content }: CmsPost, visibility = 'public'): object {
	return {
		post: {
			current: {
				id: id.toString(16).padStart(24, '0'),
				title,
				html: content,
				status: 'published',
				visibility,
				url: `https://ghost.example/post-${id}/`,
			},
			previous: { status: 'draft' },
		},
	};
}

const EXAMPLE = 'Example "CMS post → publish article"';

/** Answer to the CMS for a post that four sites publish. */
const published = { published: true, publishedBefore: false, sites: 4, credits: 40 };
const publishedBefore = { published: true, publishedBefore: true, sites: 0, credits: 0 };

/** Publishes each post of a CMS as an article, once. The answer to the CMS has the result. */
export async function cmsPostToArticle(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;
	const content = '<p>Şöyle güzel bir yazı</p>';
	const notForPublishing: Array<[object, string]> = [
		[wordPressPost({ id: 3, title: 'Taslak', content, isDraft: true }), 'Not a public post'],
		[wpWebhooksPost({ id: 4, title: 'Taslak', content, isDraft: true }), 'Not a public post'],
		[ghostPost({ id: 5, title: 'Üyelere', content }, 'members'), 'Not a public post'],
		[wordPressPost({ id: 6, title: ' ', content }), 'The post has no title'],
		[wordPressPost({ id: 7, title: 'İçeriksiz', content: '' }), 'The post has no content'],
		[
			wordPressPost({ id: 8, title: 'Bozuk', content: utf8ReadAsWindows1252(content) }),
			'The letters of the post are broken',
		],
		[{ something: 'else' }, 'Not a public post'],
	];

	await scenarios.run(`${EXAMPLE}: WordPress and Ghost; the answer tells the cost`, async () => {
		await whileImported(async () => {
			const title = 'Halı &#8220;bakımı&#8221; &amp; temizliği';
			assert.deepEqual(await deliver(wordPressPost({ id: 1, title, content })), [
				200,
				{ ...published, remainingCredits: 960 },
			]);
			assert.deepEqual(await deliver(wpWebhooksPost({ id: 2, title: 'İkinci', content })), [
				200,
				{ ...published, remainingCredits: 920 },
			]);
			assert.deepEqual(await deliver(ghostPost({ id: 1, title: 'Üçüncü', content })), [
				200,
				{ ...published, remainingCredits: 880 },
			]);
		});
		assert.deepEqual(await charges(), [
			['Halı “bakımı” & temizliği', 40],
			['İkinci', 40],
			['Üçüncü', 40],
		]);
		const [first] = await panel.requestsTo('/tanitim');
		assert.deepEqual(first?.body, { baslik: 'Halı “bakımı” & temizliği', icerik: content });
	});

	await scenarios.run(
		`${EXAMPLE}: delivered twice, also in the same moment, a post is bought once`,
		async () => {
			await panel.addFault({ answer: 'latency', delayMs: 400, path: '/tanitim' });
			await whileImported(async () => {
				const post = { id: 7, title: 'Bir kez', content };
				const together = await Promise.all([
					deliver(wordPressPost(post)),
					deliver(wpWebhooksPost(post)),
				]);
				const answers = together.sort(([, a], [, b]) => (b.credits ?? 0) - (a.credits ?? 0));
				assert.deepEqual(answers, [
					[200, { ...published, remainingCredits: 960 }],
					[200, { ...publishedBefore, remainingCredits: null }],
				]);
				const [status, answer] = await deliver(wordPressPost({ ...post, title: 'Yeni başlık' }));
				assert.deepEqual([status, answer.publishedBefore], [200, true]);
			});
			assert.deepEqual(await charges(), [['Bir kez', 40]]);
			assert.equal((await panel.requestsTo('/tanitim')).length, 1);
		},
	);

	await scenarios.run(`${EXAMPLE}: the answer says why a post is not published`, async () => {
		await panel.addFault({ ...noEligibleSite, times: 1 });
		await panel.addFault({ answer: 'reset', phase: 'after', bodyContains: 'Kayıp' });
		await whileImported(async (workflow) => {
			const refused = wordPressPost({ id: 1, title: 'Önce reddedilen', content });
			assert.deepEqual(await deliver(refused), [
				503,
				{
					published: false,
					charged: 'no',
					reason: 'No eligible site is available',
					kod: 'uygunSiteYok',
				},
			]);
			assert.deepEqual(await deliver(refused), [200, { ...published, remainingCredits: 960 }]);

			const lost = ghostPost({ id: 2, title: 'Kayıp', content });
			assert.deepEqual(await deliver(lost), [502, lostAnswer]);
			assert.deepEqual(await deliver(lost), [502, lostAnswer]);

			for (const [body, reason] of notForPublishing) {
				assert.deepEqual(await deliver(body), [422, { published: false, credits: 0, reason }]);
			}
			assert.equal((await post(refused, { authorization: '' })).status, 401);
			assertEveryNodeRan(workflow, await endedExecutions(n8n, workflow, 4));
		});
		assert.deepEqual(await charges(), [
			['Önce reddedilen', 40],
			['Kayıp', 40],
		]);
		assert.equal((await panel.requestsTo('/tanitim')).length, 3);
	});

	async function whileImported(task: (workflow: StoredWorkflow) => Promise<void>): Promise<void> {
		await whileExampleIsActive(n8n, await shippedExample('cms-post-to-article'), task);
	}

	async function post(
		body: object,
		headers: Record<string, string> = { authorization: AUTHORIZATION },
	): Promise<Response> {
		return await fetch(`${n8n.n8n().url}/webhook/article-from-cms`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
	}

	async function deliver(body: object): Promise<[number, Answer]> {
		const response = await post(body);
		// Unchecked cast: the assertions check the answer.
		return [response.status, (await response.json()) as Answer];
	}

	async function charges(): Promise<Array<[string, number]>> {
		const books = await panel.books();
		return books.charges.map(({ subject, credits }) => [subject, credits]);
	}
}

interface Answer {
	credits?: number;
	publishedBefore?: boolean;
	[field: string]: unknown;
}

const lostAnswer: Answer = {
	published: false,
	charged: 'unknown',
	reason: 'The outcome of this order is unknown',
	kod: null,
};
