import { automationLimits, type NodeOf } from '@recado/contracts/automation/automation-graph'
import { OutboundError } from '@recado/providers/outbound'
import { readPath } from '#server/lib/json-path.ts'
import { openHeader } from '#server/modules/automation/automations/index.ts'
import { fill, keyOfStep, type Scene, setVariable } from '../work/scene.ts'
import { inJson } from '../work/texts.ts'
import type { Effect, FailureCode, Outcome } from './effect.ts'

const MAX_BYTES = 256 * 1024

type Node = NodeOf<'http_request'>

/** Another try may end otherwise. */
export class Again extends Error {
  readonly outcome: Extract<Outcome, { state: 'failed' }>
  constructor(outcome: Extract<Outcome, { state: 'failed' }>) {
    super(outcome.message)
    this.outcome = outcome
  }
}

const failed = (code: FailureCode, message: string) => ({ state: 'failed' as const, code, message })

const headersOf = (scene: Scene, node: Node): Record<string, string> => {
  const headers: Record<string, string> = { 'user-agent': 'Recado-Automations/1' }
  // Whoever is called can tell that it is the same call again.
  headers['idempotency-key'] = keyOfStep(scene)
  if (node.body.trim() !== '') headers['content-type'] = 'application/json'
  for (const header of node.headers) {
    const value = openHeader(scene.ctx.deps, header)
    if (value !== null) headers[header.name.toLowerCase()] = fill(scene, value).replace(/[\r\n]/g, ' ')
  }
  return headers
}

const bodyOf = (scene: Scene, node: Node): string | undefined =>
  node.body.trim() === '' || node.method === 'GET' ? undefined : fill(scene, node.body, inJson)

const urlOf = (scene: Scene, { url }: Node): string => fill(scene, url, encodeURIComponent)

const call = async (scene: Scene, node: Node) => {
  const body = bodyOf(scene, node)
  return scene.ctx.deps
    .outbound({
      ...{ url: urlOf(scene, node), method: node.method, headers: headersOf(scene, node) },
      ...(body !== undefined && { body }),
      ...{ timeoutMs: node.timeoutSeconds * 1000, maxBytes: MAX_BYTES },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      const outcome = failed(`http_${error.kind}`, error.message.slice(0, 300))
      if (error.kind === 'forbidden' || error.kind === 'too_large') return outcome
      throw new Again(outcome)
    })
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps what is asked for of an answer; one place is kept as it is, several as a list. */
const save = (scene: Scene, node: Node, answer: unknown): Record<string, unknown> => {
  const saved: Record<string, unknown> = {}
  for (const { variable, path } of node.save) {
    const values = readPath(path, answer)
    saved[variable] = values.length > 1 ? values : (values[0] ?? null)
    setVariable(scene, variable, saved[variable])
  }
  return saved
}

/** Calls a system. Throws `Again` where another try may end otherwise. */
export const callSystem = async (scene: Scene, node: Node): Promise<Outcome> => {
  if (scene.run.requests > automationLimits.requests)
    return failed('too_many_requests', `At most ${automationLimits.requests} calls by one run`)
  const answer = await call(scene, node)
  if ('state' in answer) return answer
  const { status } = answer
  const text = answer.body.toString('utf8')
  if (status >= 500 || status === 429) throw new Again(failed('http_status', `The system answered ${status}`))
  const output = { status, body: text.slice(0, 2000) }
  if (status >= 400) return failed('http_status', `The system answered ${status}: ${text.slice(0, 200)}`)
  return { state: 'done', output: { ...output, saved: save(scene, node, jsonIn(text)) } }
}

/** What a call would keep of a made-up answer, for a dry run. */
export const pretendCall = (scene: Scene, node: Node, answer: unknown): Outcome => ({
  state: 'done',
  output: { status: 200, saved: save(scene, node, answer) },
})

/** The call itself is made before; there is nothing left to do about it in the transaction. */
export const httpEffect: Effect<'http_request'> = {
  input: (scene, node) => {
    const body = bodyOf(scene, node)
    return { method: node.method, url: urlOf(scene, node), ...(body !== undefined && { body }) }
  },
  run: () => Promise.reject(new Error('Calls are made outside of transactions')),
}
