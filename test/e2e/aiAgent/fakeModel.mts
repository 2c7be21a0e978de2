import fastify, { type FastifyReply } from 'fastify';

export type ToolArguments = Record<string, unknown>;

export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, object>; required?: string[] };
}

/** Chat model with an OpenAI-compatible API, which makes planned tool calls. */
export interface FakeModel {
	url: string;
	/**
	 * Plans the answers to the next prompt: one message for each turn, then “Done.”
	 * @param turns arguments of the calls in each message; all calls are of the first tool
	 */
	willCall(...turns: ToolArguments[][]): void;
	offeredTool(): OfferedTool;
	/** Results of the tool calls that the model has read, as text, the oldest first. */
	toolResults(): string[];
	close(): Promise<void>;
}

interface ChatRequest {
	stream?: boolean;
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: OfferedTool }>;
}

export async function startFakeModel(): Promise<FakeModel> {
	let turns: ToolArguments[][] = [];
	let latest: ChatRequest = { messages: [] };
	let calls = 0;
	const server = fastify({ forceCloseConnections: true });

	server.get('/v1/models', () => ({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));

	server.post<{ Body: ChatRequest }>('/v1/chat/completions', (request, reply) => {
		latest = request.body;
		const message = nextMessage();
		return latest.stream ? streamed(reply, message) : completion(message);
	});

	function nextMessage(): AssistantMessage {
		const turn = turns.shift();
		const tool = latest.tools?.[0]?.function.name;
		if (turn === undefined || tool === undefined) return { role: 'assistant', content: ANSWER };
		const toolCalls = turn.map((values) => ({
			id: `call_${(calls += 1)}`,
			type: 'function' as const,
			function: { name: tool, arguments: JSON.stringify(values) },
		}));
		return { role: 'assistant', content: null, tool_calls: toolCalls };
	}

	const origin = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${origin}/v1`,
		willCall: (...planned) => {
			turns = planned;
		},
		offeredTool: () => {
			const tool = latest.tools?.[0]?.function;
			if (tool === undefined) throw new Error('No tool was offered to the model');
			return tool;
		},
		toolResults: () =>
			latest.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content)),
		close: async () => {
			await server.close();
		},
	};
}

const MODEL = 'fake-model';
/** Answer of the model after all planned calls. */
export const ANSWER = 'Done.';

interface AssistantMessage {
	role: 'assistant';
	content: string | null;
	tool_calls?: Array<{
		id: string;
		type: 'function';
		function: { name: string; arguments: string };
	}>;
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function finishReason(message: AssistantMessage): string {
	return message.tool_calls === undefined ? 'stop' : 'tool_calls';
}

function completion(message: AssistantMessage): object {
	const choice = { index: 0, message, finish_reason: finishReason(message) };
	return { ...envelope('chat.completion'), choices: [choice], usage };
}

function streamed(reply: FastifyReply, message: AssistantMessage): FastifyReply {
	const toolCalls = message.tool_calls?.map((call, index) => ({ index, ...call }));
	const delta = { ...message, tool_calls: toolCalls };
	const chunks = [
		{ choices: [{ index: 0, delta, finish_reason: null }] },
		{ choices: [{ index: 0, delta: {}, finish_reason: finishReason(message) }] },
		{ choices: [], usage },
	].map((chunk) => JSON.stringify({ ...envelope('chat.completion.chunk'), ...chunk }));
	const events = [...chunks, '[DONE]'].map((data) => `data: ${data}\n\n`);
	return reply.type('text/event-stream').send(events.join(''));
}

function envelope(object: string): object {
	return { id: 'chatcmpl-1', object, created: 1, model: MODEL };
}
