export { adoptStrangers } from './actions/adopt.ts'
export { compileFor, waterfallOf } from './actions/preview.ts'
export { type CompiledAudience, drawOf } from './queries/compile.ts'
export { type Candidate, findCandidates, peopleOf } from './queries/waterfall.ts'
