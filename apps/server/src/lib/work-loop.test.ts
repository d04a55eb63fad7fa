import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createWorkLoop, repeatEvery } from './work-loop.ts'

/** Work whose rounds end when the test says so. */
const inRounds = () => {
  const rounds: { end: () => void; fail: (error: Error) => void }[] = []
  const failures: unknown[] = []
  const loop = createWorkLoop({
    round: () => new Promise<void>((end, fail) => rounds.push({ end, fail })),
    failed: (error) => failures.push(error),
  })
  return { loop, rounds, failures }
}

describe('a work loop', () => {
  it('does one round at a time, and one more for all who woke it meanwhile', async () => {
    const { loop, rounds } = inRounds()
    for (let i = 0; i < 3; i++) loop.wake()
    expect(rounds).toHaveLength(1)
    rounds[0]?.end()
    await turn()
    expect(rounds).toHaveLength(2)
    rounds[1]?.end()
    await loop.idle()
    expect(rounds).toHaveLength(2)
    loop.wake()
    expect(rounds).toHaveLength(3)
  })

  it('is idle only when the round that was asked for meanwhile is over as well', async () => {
    const { loop, rounds } = inRounds()
    await loop.idle()
    loop.wake()
    loop.wake()
    let over = false
    const idle = loop.idle().then(() => {
      over = true
    })
    rounds[0]?.end()
    await turn()
    expect(rounds).toHaveLength(2)
    expect(over).toBe(false)
    rounds[1]?.end()
    await idle
  })

  it('reports a round that failed and goes on', async () => {
    const { loop, rounds, failures } = inRounds()
    loop.wake()
    loop.wake()
    rounds[0]?.fail(new Error('away'))
    await turn()
    expect(rounds).toHaveLength(2)
    expect(failures).toEqual([new Error('away')])
    rounds[1]?.end()
    await loop.idle()
    loop.wake()
    expect(rounds).toHaveLength(3)
  })
})

describe('what is repeated', () => {
  it('goes on after a failure, which is reported, and ends when it is stopped', async () => {
    const failures: unknown[] = []
    let turns = 0
    let stop = () => {}
    await new Promise<void>((third) => {
      stop = repeatEvery(
        1,
        async () => {
          turns += 1
          if (turns === 1) throw new Error('away')
          if (turns === 3) third()
        },
        (error) => failures.push(error),
      )
    })
    expect(failures).toEqual([new Error('away')])
    stop()
    await sleep(20)
    expect(turns).toBe(3)
  })

  it('begins no turn while one lasts, and says nothing of a failure after the stop', async () => {
    const failures: unknown[] = []
    const turns: ((error: Error) => void)[] = []
    const stop = repeatEvery(
      0,
      () => new Promise<void>((_, reject) => turns.push(reject)),
      (error) => failures.push(error),
    )
    await sleep(20)
    expect(turns).toHaveLength(1)
    stop()
    turns[0]?.(new Error('closed'))
    await sleep(20)
    expect([turns.length, failures.length]).toEqual([1, 0])
  })
})
