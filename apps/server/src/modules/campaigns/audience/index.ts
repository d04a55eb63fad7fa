export { compileFor, waterfallOf } from './actions.ts'
export { drawOf } from './queries/compile.ts'
export { type Candidate, findCandidates } from './queries/waterfall.ts'
