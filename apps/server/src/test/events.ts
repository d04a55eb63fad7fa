import type { Deps } from '#server/context.ts'
import type { AnyJobDefinition } from '#server/jobs/define.ts'

type Said = { id: string; name: string; company_id: string; input: unknown }

const hear = async ({ deps, job, said }: { deps: Deps; job: AnyJobDefinition; said: Said }) => {
  const { id, input, company_id: companyId } = said
  const info = { id, companyId, attempt: 1, signal: new AbortController().signal }
  await job.run(deps, job.input.parse(input) as never, info)
  await deps.database.pool.query(
    "update jobs set status = 'completed', finished_at = now() where id = $1 and status = 'queued'",
    [id],
  )
}

/** Lets every listener hear of what was said so far, in this order, and of what they say themselves; other jobs wait. */
export const hearEvents = async (deps: Deps): Promise<void> => {
  const jobs = new Map([...deps.listeners.values()].flat().map((job) => [job.name, job]))
  for (;;) {
    const { rows } = await deps.database.pool.query<Said>(
      "select id, name, company_id, input from jobs where status = 'queued' and name = any($1) order by id",
      [[...jobs.keys()]],
    )
    if (rows.length === 0) return
    for (const said of rows) {
      const job = jobs.get(said.name)
      if (job) await hear({ deps, job, said })
    }
  }
}
