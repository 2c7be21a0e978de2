import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

/** Names of all reasons: the compiler requires each one, so that the tables of tests miss none. */
const reasons: Record<FailureReason, true> = {
	yetkisiz: true,
	krediYetersiz: true,
	uygunSiteYok: true,
	limit: true,
	refused: true,
	notConfirmed: true,
	notSent: true,
	notStarted: true,
	outcomeUnknown: true,
	readFailed: true,
	unexpectedAnswer: true,
	noSitePublished: true,
	orderNotFound: true,
	keyClash: true,
	tooManyKeys: true,
	maxCredits: true,
	minimumBalance: true,
	orderStoreUnavailable: true,
	invalidParameter: true,
	invalidCredential: true,
};

/** Reasons for which an item can end without success. */
export const failureReasons = Object.keys(reasons) as FailureReason[];
