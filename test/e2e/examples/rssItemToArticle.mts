import assert from 'node:assert/strict';

import { nodeNames } from '../../../demo/importedExamples.mts';
import { shippedExample } from '../../../demo/shippedExample.mts';
import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { pollsEvery } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import {
	assertEveryNodeRan,
	endedExecutions,
	noEligibleSite,
	whileExampleIsActive,
} from './exampleRuns.mts';
import {
	type FeedItem,
	readAsLatin1,
	startFeed,
	utf8,
	utf8ReadAsWindows1252,
	windows1254,
} from './localServers.mts';

/** Publishes each new item of a feed as an article, once. Items with broken text cost nothing. */
export async function rssItemToArticle(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel, sandbox } = n8n;

	await scenarios.run(
		'Example "RSS item → publish article": run twice, each item is bought once',
		async () => {
			const example = await shippedExample('rss-item-to-article', {
				[nodeNames.feed]: { url: `${sandbox.url}/feed.xml` },
			});
			const workflow = await client.createWorkflow(example);
			const first = await client.runToEnd(workflow, nodeNames.manualTrigger);
			const second = await client.runToEnd(workflow, nodeNames.manualTrigger);

			assert.deepEqual([first.status, second.status], ['success', 'success']);
			const published = (execution: Execution) =>
				nodeOutput(execution, 'Published').map(({ publishedBefore }) => publishedBefore);
			assert.deepEqual(published(first), [false, false, false]);
			assert.deepEqual(published(second), [true, true, true]);
			const { charges } = await panel.books();
			assert.equal(new Set(charges.map(({ subject }) => subject)).size, 3);
			assert.equal(charges.length, 3);
		},
	);

	await scenarios.run(
		'Example "RSS item → publish article", its trigger: new items are bought once, broken letters cost nothing',
		async () => {
			const feed = await startFeed([item('old', 'Eski yazı', 0)]);
			const example = await shippedExample('rss-item-to-article', {
				'RSS Feed Trigger': { feedUrl: feed.url, pollTimes: pollsEvery(2) },
			});
			await panel.addFault({ ...noEligibleSite, bodyContains: 'Reddedilen' });
			const good = item('good', 'Şöyle güzel bir İğdır yazısı — “çok özel”', 1);

			await whileExampleIsActive(n8n, example, async (workflow) => {
				const outcomesOf = async (title: string, count: number) =>
					await waitUntil(`${count} executions for ${title}`, async () => {
						const executions = await endedExecutions(n8n, workflow, count);
						return executions
							.filter((execution) => titles(execution).includes(title))
							.map(outcomes)[count - 1];
					});

				feed.items = [
					good,
					item('mojibake', utf8ReadAsWindows1252('Şöyle güzel'), 2),
					item('latin', readAsLatin1('Şöyle güzel, ığdır'), 3),
					item('empty', '', 4),
					item('refused', 'Reddedilen', 5),
				];
				assert.deepEqual(await outcomesOf(good.title, 1), {
					published: [[false, 40]],
					notPublished: ['no'],
					notReadable: [
						'The letters of the item are broken',
						'The letters of the item are broken',
						'The item has no title',
					],
				});

				feed.encode = windows1254;
				feed.items = [item('windows-1254', 'Şube', 6)];
				assert.deepEqual(await outcomesOf('\uFFFDube', 1), {
					published: [],
					notPublished: [],
					notReadable: ['The letters of the item are broken'],
				});

				feed.encode = utf8;
				feed.items = [{ ...good, published: minutesLater(7) }];
				const again = await outcomesOf(good.title, 2);
				assert.deepEqual(again.published, [[true, 0]]);

				const executions = await endedExecutions(n8n, workflow, 3);
				assertEveryNodeRan(workflow, executions, ['Try It Once', 'RSS Read']);
			}).finally(() => feed.close());

			const books = await panel.books();
			assert.deepEqual(
				books.charges.map(({ subject, credits }) => [subject, credits]),
				[[good.title, 40]],
			);
			assert.equal((await panel.chargesOf(good.title)).length, 1);
		},
	);
}

function item(guid: string, title: string, minute: number): FeedItem {
	return { guid, title, content: `<p>${title} içerik</p>`, published: minutesLater(minute) };
}

/** Dates an item later than all before, because the trigger takes only newer items. */
function minutesLater(minutes: number): Date {
	return new Date(Date.now() + minutes * 60_000);
}

function titles(execution: Execution): unknown[] {
	return nodeOutput(execution, 'RSS Feed Trigger').map(({ title }) => title);
}

function outcomes(execution: Execution) {
	return {
		published: nodeOutput(execution, 'Published').map(({ publishedBefore, credits }) => [
			publishedBefore,
			credits,
		]),
		notPublished: nodeOutput(execution, 'Not Published').map(({ charged }) => charged),
		notReadable: nodeOutput(execution, 'Not Readable').map(({ reason }) => reason),
	};
}
