import type { Deps } from '#server/context.ts'
import { type JobUpdate, type NewMessage, recordJobs } from './queries/writes.ts'

/** What is written in one statement about one claimed job. */
export type Entry = { claim: string; attempt: number; jobs: JobUpdate[]; messages: NewMessage[]; now: Date }
/** Shares a commit between the jobs that end at the same time; answers whether the claim still held. */
export type Recorder = (entry: Entry) => Promise<boolean>

export const recordEntries = async (deps: Deps, entries: readonly Entry[]): Promise<boolean[]> => {
  const held = await recordJobs(deps.database.pool, deps.processId, {
    claims: entries.map(({ claim, attempt }) => ({ id: claim, attempt })),
    jobs: entries.flatMap(({ jobs }) => jobs),
    messages: entries.flatMap(({ claim, messages }) => messages.map((message) => ({ ...message, claimId: claim }))),
    now: deps.now(),
  })
  return entries.map(({ claim }) => held.has(claim))
}
