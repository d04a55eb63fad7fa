import type { Deps } from '#server/context.ts'
import type { DashboardCtx } from './queries/scope.ts'

const KEPT_MS = 30_000
const MOST = 1000

type Entry = { until: number; answer: Promise<unknown> }
const answers = new WeakMap<Deps, Map<string, Entry>>()

const cacheOf = (deps: Deps) => {
  const existing = answers.get(deps)
  if (existing) return existing
  const made = new Map<string, Entry>()
  answers.set(deps, made)
  return made
}

/** Whose answer it is: all who see the whole company share one. */
const keyOf = (ctx: DashboardCtx, question: object) => {
  const sight = ctx.company.member.visibility === 'all' ? 'all' : ctx.actor.userId
  return JSON.stringify([ctx.company.id, ctx.company.timezone, sight, question])
}

/** The answer to a question of a company, asked at most twice a minute. A failure is not kept. */
export const remembered = <T>(ctx: DashboardCtx, question: object, ask: () => Promise<T>): Promise<T> => {
  const cache = cacheOf(ctx.deps)
  const key = keyOf(ctx, question)
  const now = Date.now()
  const entry = cache.get(key)
  if (entry && entry.until > now) return entry.answer as Promise<T>
  const answer = ask()
  cache.delete(key)
  cache.set(key, { until: now + KEPT_MS, answer })
  const oldest = cache.size > MOST ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  answer.catch(() => cache.delete(key))
  return answer
}
