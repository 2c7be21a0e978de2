import { runGroup } from './group.mts';

runGroup(4, 6);
