import { runGroup } from './group.mts';

runGroup(1, 4);
