import { waysNotToLeave } from './waysNotToLeave.mts';
import { waysToLoseTheAnswer } from './waysToLoseTheAnswer.mts';

/** Every way that could be made on one machine, from the farthest to the nearest to the order. */
export const waysToFail = [...waysNotToLeave, ...waysToLoseTheAnswer];
