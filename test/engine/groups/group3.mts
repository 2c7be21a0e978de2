import { runGroup } from './group.mts';

runGroup(3, 4);
