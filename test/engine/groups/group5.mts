import { runGroup } from './group.mts';

runGroup(5, 6);
