const everyMs = 20;

/**
 * Watches the memory (resident set) of this process.
 * @returns a function that ends the watching and gives the bytes it grew by, at most
 */
export function watchMemoryGrowth(): () => number {
	// There with --expose-gc only.
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	const earlierPeak = highestEver();
	let peak = before;
	const look = () => {
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const timer = setInterval(look, everyMs);
	return () => {
		clearInterval(timer);
		look();
		// The system misses nothing between two looks, but it also remembers what was before.
		const systemPeak = highestEver();
		return Math.max(peak, systemPeak > earlierPeak ? systemPeak : 0) - before;
	};
}

function highestEver(): number {
	return process.resourceUsage().maxRSS * 1024;
}
