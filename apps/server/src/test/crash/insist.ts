import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_PAUSE_MS = 1600

/**
 * As a careful client does: the same request again until it is accepted, ever more rarely while it is not. `send` answers
 * the status, 0 when there was no answer; a refusal is not tried again.
 */
export const insist = async (what: string, send: () => Promise<number>) => {
  const deadline = Date.now() + 1_200_000
  for (let pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const status = await send()
    if (status === 201) return
    if (Date.now() > deadline || (status > 0 && status < 500)) throw new Error(`${what} was answered with ${status}`)
    await sleep(pause * (0.5 + Math.random()))
  }
}
