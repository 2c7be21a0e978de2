import { runGroup } from './group.mts';

runGroup(2, 4);
