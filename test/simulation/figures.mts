export function seconds(ms: number): string {
	return `${Math.round(ms / 1000)} s`;
}

export function percent(share: number): string {
	return `${Math.round(share * 100)} %`;
}
