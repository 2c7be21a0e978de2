import { runGroup } from './group.mts';

runGroup(0, 4);
