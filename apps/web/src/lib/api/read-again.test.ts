import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from './read-again.ts'

const reading = () => {
  const answers: ((value: string) => void)[] = []
  const client = new QueryClient()
  const queryKey = ['held', 'one']
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  })
  return { answers, client, queryKey, stop: observer.subscribe(() => undefined) }
}

test('what changed while something was read for the first time is read once more', async () => {
  const { answers, client, queryKey, stop } = reading()
  expect(answers).toHaveLength(1)
  const done = readAgain(client, ['held'])
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await done
  expect(client.getQueryData(queryKey)).toBe('after')
  stop()
})

test('a first reading that fails is tried again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const observer = new QueryObserver<string>(client, {
    queryKey: ['held'],
    queryFn: async () => {
      asked += 1
      await Promise.resolve()
      if (asked === 1) throw new Error('not now')
      return 'after'
    },
  })
  const stop = observer.subscribe(() => undefined)
  await readAgain(client, ['held'])
  expect(client.getQueryData(['held'])).toBe('after')
  stop()
})
