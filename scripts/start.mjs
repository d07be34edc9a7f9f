import { tsImport } from 'tsx/esm/api';

// Only the preparation is TypeScript. With its loader the built server would start a second later.
const { prepareStart } = await tsImport('./prepare-start.ts', import.meta.url);
await import(await prepareStart());
