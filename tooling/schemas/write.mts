/** `npm run schemas`: writes the output previews anew. */
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { writePreviewFiles } from './previewFiles.mts';

// n8n writes its settings on load; that has to happen after this, so it is loaded late.
process.env.N8N_USER_FOLDER = (await temporaryFolder('n8n-schemas')).path;
const { outputPreviews } = await import('./outputPreviews.mts');

const previews = await outputPreviews();
await writePreviewFiles(previews);
console.log(`${previews.size} output previews written`);
