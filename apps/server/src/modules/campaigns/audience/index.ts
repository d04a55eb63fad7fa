export { adoptStrangers } from './actions/adopt.ts'
export { compileFor, waterfallOf } from './actions/preview.ts'
export { drawOf } from './queries/compile.ts'
export { type Candidate, findCandidates } from './queries/waterfall.ts'
